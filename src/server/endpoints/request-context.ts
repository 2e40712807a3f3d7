import type { CallTrace } from '#api/call-trace.ts'
import type { Authentication } from '#server/auth/authenticator.ts'
import type { HeaderLines } from '#server/auth/impersonation.ts'
import type { TraceOfRequest } from '#facts/fact.ts'
import type { UserInfo } from '#server/auth/user-info.ts'
import type { AuditAnnotations } from './audit-annotations.ts'
import type { Journey } from './journey.ts'
import type { RawTarget } from './raw-path.ts'
import type { RequestInfo } from './request-info.ts'
import type { Warnings } from './warnings.ts'

/** What a request is on its way through the chain. Filters hand on copies with more known. */
export interface RequestContext {
  readonly request: Request
  /** Of facts. */
  readonly id: number
  readonly auditId: string
  readonly startMs: number
  readonly target: RawTarget
  /** Every header line on its own, where repeated names must be told apart. */
  readonly headerLines: HeaderLines
  readonly info: RequestInfo
  readonly user: UserInfo
  /** Whom the connection itself names, before any header is read. */
  readonly peer: Authentication
  readonly journey: Journey
  readonly warnings: Warnings
  readonly annotations: AuditAnnotations
  readonly tally: Tally
  /** Carries the request's trace on, where requests are traced. */
  readonly trace?: CallTrace
}

/** What the end of the request is told by its parts. The one thing here that changes. */
export interface Tally {
  actor: string
  bytesIn: number
  /** Reason of a refusal, `''` for none. */
  reason: string
  /** Revision that was written, 0 for none. */
  wrote: number
  /** The trace that the request is part of, where requests are traced. */
  trace?: TraceOfRequest
}

export type Handler = (context: RequestContext) => Promise<Response>

/** One link of the chain: wraps what comes after it. */
export type Filter = (next: Handler) => Handler
