/** One step of reading a token, for displays: what was asked and what came of it. */
export interface TraceStep {
  readonly step: TraceStepName
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The value that was found, or why it failed. */
  readonly detail: string
  /** The field of the configuration that asked, without its `jwt[i]`: `claimMappings.username.expression`. */
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

/** Hears each step as it happens. */
export type Trace = (step: TraceStep) => void

export const noTrace: Trace = () => undefined
