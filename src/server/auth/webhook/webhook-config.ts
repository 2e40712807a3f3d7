import type { Expression } from '#server/auth/jwt/jwt-config.ts'

/** Versions of SubjectAccessReview that webhooks may use. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** One webhook of a valid authorization configuration. Times in milliseconds. */
export interface WebhookConfig {
  readonly name: string
  readonly url: string
  /** Additional request headers, such as credentials from the connection file. */
  readonly headers: Readonly<Record<string, string>>
  /** PEM certificates of the authorities that must have signed the webhook's certificate; `''` for the host's own. */
  readonly caBundle: string
  readonly timeoutMs: number
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly version: ReviewVersion
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  /** Evaluated over `request`, the spec of the review. */
  readonly matchConditions: readonly Expression[]
}
