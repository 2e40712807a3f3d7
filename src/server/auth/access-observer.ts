import type { Decision } from './authorizer.ts'

/** Events of authentication and authorization that become metrics. Durations are in seconds. */
export type AccessEvent =
  /** A configured authorizer returned a decision or no opinion. */
  | {
      readonly type: 'decision'
      readonly authorizer: string
      readonly name: string
      readonly decision: Decision['type']
    }
  /** A call of an authorization webhook ended. */
  | { readonly type: 'webhook-try'; readonly name: string; readonly result: TryResult; readonly seconds: number }
  /** A webhook failed, and its failure policy is NoOpinion. */
  | { readonly type: 'webhook-fail-open'; readonly name: string; readonly result: TryResult }
  /** The match conditions of a webhook were evaluated. */
  | {
      readonly type: 'conditions'
      readonly name: string
      readonly seconds: number
      readonly isExcluded: boolean
      readonly hasErrors: boolean
    }
  /** A JWT authenticator recognized the issuer of a token. */
  | { readonly type: 'jwt'; readonly issuer: string; readonly isKnown: boolean; readonly seconds: number }

export type TryResult = 'success' | 'timeout' | 'error'

/** Receives the events of authentication and authorization. `monotonicMs` is the clock that measures durations. */
export interface AccessObserver {
  observe(event: AccessEvent): void
  monotonicMs(): number
}

/** Ignores all events. */
export const noObserver: AccessObserver = { observe: () => undefined, monotonicMs: () => 0 }
