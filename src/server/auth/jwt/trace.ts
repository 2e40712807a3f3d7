/** One step of authenticating a token, for displays: the check and its result. */
export interface TraceStep {
  readonly step: TraceStepName
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The resulting value, or the error. */
  readonly detail: string
  /** The field of the configuration that defines the check, without `jwt[i]`: `claimMappings.username.expression`. */
  readonly field?: string
}

export type TraceStepName =
  | 'issuer'
  | 'discovery'
  | 'format'
  | 'claims'
  | 'algorithm'
  | 'signature'
  | 'distributed claims'
  | 'username'
  | 'groups'
  | 'uid'
  | 'extra'
  | 'required claim'
  | 'claim rule'
  | 'user rule'

/** Receives each step as it happens. */
export type Trace = (step: TraceStep) => void

export const noTrace: Trace = () => undefined
