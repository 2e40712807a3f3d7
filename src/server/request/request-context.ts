import type { CallTrace } from '#api/call-trace.ts'
import type { Soon } from '#api/waiting/soon.ts'
import type { Authentication } from '#server/auth/authenticator.ts'
import type { HeaderLines } from '#server/auth/impersonation.ts'
import type { Flow } from '#server/auth/flow.ts'
import type { TraceOfRequest } from '#facts/fact.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { AuditAnnotations } from './audit-annotations.ts'
import type { RequestTrace } from './request-trace.ts'
import type { RawTarget } from './raw-path.ts'
import type { RequestInfo } from './request-info.ts'
import type { Warnings } from './warnings.ts'

/** A request in the handler chain. A filter passes on a copy with the values that it has determined. */
export interface RequestContext {
  readonly request: Request
  /** Number of the request in facts. */
  readonly id: number
  readonly auditId: string
  readonly startMs: number
  readonly target: RawTarget
  /** Header lines as received, for headers that may be repeated. */
  readonly headerLines: HeaderLines
  readonly info: RequestInfo
  readonly user: UserInfo
  /** The identity that the connection itself proves, for example by a client certificate. */
  readonly peer: Authentication
  readonly requestTrace: RequestTrace
  readonly warnings: Warnings
  readonly annotations: AuditAnnotations
  readonly outcome: RequestOutcome
  /** Deadline of the request by the clock of the server; `undefined` for a watch. [RQ8] */
  readonly deadlineMs: number | undefined
  /** Propagates the trace of a sampled request to outbound calls. */
  readonly trace?: CallTrace
}

/** The values that filters and endpoints record for the `request-finished` fact. The only mutable part of a context. */
export interface RequestOutcome {
  actor: string
  bytesIn: number
  /** The reason of the error, `''` for none. */
  reason: string
  /** The written revision, 0 if nothing was written. */
  wrote: number
  /** The flow schema and priority level of the request. */
  flow?: Flow
  /** The trace that the request belongs to, if it is traced. */
  trace?: TraceOfRequest
}

/** May throw at once or reject: the filter `errors` handles both. */
export type Handler = (context: RequestContext) => Soon<Response>

/** Wraps the handler that follows it in the chain. */
export type Filter = (next: Handler) => Handler
