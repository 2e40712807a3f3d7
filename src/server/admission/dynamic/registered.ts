import type { LabelSelectorObject } from '#api/selectors/label-selector-object.ts'
import type { ClientConfig } from '#server/egress/webhook-call.ts'

/*
 * The types of admissionregistration.orch.io as this room reads them. Stored objects are defaulted and valid;
 * validation is not part of this file.
 */

export interface Rule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  readonly scope?: string
  readonly resourceNames?: readonly string[]
}

export interface MatchCondition {
  readonly name?: string
  readonly expression?: string
}

export interface Selectors {
  readonly namespaceSelector?: LabelSelectorObject
  readonly objectSelector?: LabelSelectorObject
}

export interface MatchResources extends Selectors {
  readonly resourceRules?: readonly Rule[]
  readonly excludeResourceRules?: readonly Rule[]
  readonly matchPolicy?: string
}

/** A validating or a mutating webhook. Only mutating ones have a reinvocation policy. */
export interface Webhook extends Selectors {
  readonly name?: string
  readonly clientConfig?: ClientConfig
  readonly rules?: readonly Rule[]
  readonly failurePolicy?: string
  readonly matchPolicy?: string
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions?: readonly string[]
  readonly matchConditions?: readonly MatchCondition[]
  readonly reinvocationPolicy?: string
}
