import type { Soon } from '#api/waiting/soon.ts'
import type { Attributes } from './authorizer.ts'

/** The flow schema that matches a request, and its priority level. */
export interface Flow {
  readonly schemaUid: string
  readonly levelUid: string
  /** The level is of type Exempt: its requests have no limit. [FC12] */
  readonly isExempt: boolean
}

/** Classifies requests by the stored flow schemas. [FC11] */
export interface FlowClassifier {
  /** `null` if no schema matches. */
  classify(attributes: Attributes): Soon<Flow | null>
}
