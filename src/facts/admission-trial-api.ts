import type { JsonObject } from '#api/json.ts'
import type { TrialUser } from './config-api.ts'

/*
 * Policies and schemas tried before they are in force, under `/debug/trials/`.
 *
 * POST /debug/trials/admission   AdmissionTrialRequest -> AdmissionTrial
 * POST /debug/trials/writes      AdmissionTrialRequest without samples -> WritesTrial
 *
 * The code that admits requests evaluates the draft. Nothing is stored. A draft that is no object of its kind answers
 * 422 with {"message"}.
 */

/** A write as admission sees it. */
export interface AdmissionSample {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly group: string
  readonly version: string
  /** Plural name. */
  readonly resource: string
  /** `''` for the object itself. */
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly user: TrialUser
  /** `null` for DELETE. */
  readonly object: JsonObject | null
  /** `null` for CREATE. */
  readonly oldObject: JsonObject | null
}

export interface AdmissionTrialRequest {
  /** A ValidatingAdmissionPolicy, a MutatingAdmissionPolicy or a CustomResourceDefinition. */
  readonly draft: JsonObject
  /** The bindings of a policy; without any it is tried as if one bound it everywhere and denied. */
  readonly bindings: readonly JsonObject[]
  /** Objects that take the place of stored ones, such as edited parameters. */
  readonly objects: readonly JsonObject[]
  readonly samples: readonly AdmissionSample[]
  /** JSON pointer of the expression whose parts are reported, too; `''` for none. */
  readonly explain: string
}

/** A part of an expression: its last value, and its cost with the parts in it. */
export interface ExpressionPart {
  /** Offsets in the source. */
  readonly range: { readonly start: number; readonly end: number }
  readonly text: string
  readonly depth: number
  readonly type: string
  readonly value: string
  readonly isError: boolean
  /** Number of evaluations: more than one inside of macros. */
  readonly times: number
  readonly cost: number
}

/** The newest result of one expression for one sample. */
export interface ExpressionTrial {
  /** Its field in the draft as a JSON pointer: `/spec/validations/0/expression`. */
  readonly pointer: string
  /** The value as JSON or as a CEL literal; `''` for an error. */
  readonly value: string
  /** Static type of the value. */
  readonly type: string
  /** The error; `''` for a value. */
  readonly error: string
  /** Cost units of this evaluation. */
  readonly cost: number
  /** Number of evaluations: one per set of parameters, or per value of a schema. */
  readonly times: number
  /** Its parts in the order of the source; empty unless they were asked for. */
  readonly parts: readonly ExpressionPart[]
}

export type AdmissionOutcome =
  /** The draft does not apply to this write. */
  'not-asked' | 'admitted' | 'changed' | 'refused'

export interface SampleTrial {
  readonly outcome: AdmissionOutcome
  /** HTTP code of the answer: 200, or that of the refusal. */
  readonly code: number
  readonly reason: string
  /** Message of the refusal; `''` for none. */
  readonly message: string
  /** Causes of a refusal with the fields of the object. */
  readonly causes: readonly { readonly field: string; readonly message: string }[]
  /** The Status of a refusal, as the sender would get it; `null` for none. */
  readonly status: JsonObject | null
  /** Texts of `Warning` headers. */
  readonly warnings: readonly string[]
  /** Audit annotations. */
  readonly annotations: Readonly<Record<string, string>>
  readonly expressions: readonly ExpressionTrial[]
  /** Cost units of all evaluations. */
  readonly cost: number
  /** The object after the draft changed it; `null` if it did not. */
  readonly object: JsonObject | null
}

export interface AdmissionTrial {
  readonly samples: readonly SampleTrial[]
  /** Cost limit of one evaluation, and of all evaluations for one object. */
  readonly limits: { readonly call: number; readonly object: number }
}

/** A recent write under the draft. */
export interface WriteTrial {
  readonly revision: number
  readonly timeMs: number
  readonly actor: string
  /** Groups of the actor with which it was tried. */
  readonly groups: readonly string[]
  readonly operation: AdmissionSample['operation']
  readonly subresource: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly outcome: AdmissionOutcome
  readonly message: string
  readonly cost: number
}

export interface WritesTrial {
  /** Newest first; at most 200. */
  readonly writes: readonly WriteTrial[]
  /** Number of writes that were tried. */
  readonly tried: number
}
