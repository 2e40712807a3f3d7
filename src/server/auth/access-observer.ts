import type { Decision } from './authorizer.ts'

/** What happens in the stages of access, for metrics. Times in seconds. */
export type AccessEvent =
  /** An authorizer of a configuration said something. */
  | {
      readonly type: 'decision'
      readonly authorizer: string
      readonly name: string
      readonly decision: Decision['type']
    }
  /** One try of an authorization webhook ended. */
  | { readonly type: 'webhook-try'; readonly name: string; readonly result: TryResult; readonly seconds: number }
  /** A webhook gave no verdict, and its policy left the request to others. */
  | { readonly type: 'webhook-fail-open'; readonly name: string; readonly result: TryResult }
  /** The match conditions of a webhook were looked at. */
  | {
      readonly type: 'conditions'
      readonly name: string
      readonly seconds: number
      readonly isExcluded: boolean
      readonly hasErrors: boolean
    }
  /** A JWT authenticator took a token for its own. */
  | { readonly type: 'jwt'; readonly issuer: string; readonly isKnown: boolean; readonly seconds: number }

export type TryResult = 'success' | 'timeout' | 'error'

/** Hears what happens. `monotonicMs` is by what times are taken. */
export interface AccessObserver {
  hear(event: AccessEvent): void
  monotonicMs(): number
}

export const deaf: AccessObserver = { hear: () => undefined, monotonicMs: () => 0 }
