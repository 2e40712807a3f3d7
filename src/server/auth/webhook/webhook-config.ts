import type { Expression } from '../jwt/jwt-config.ts'

/** Versions of SubjectAccessReview that webhooks speak. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** One webhook of a valid authorization configuration. Times in milliseconds. */
export interface WebhookConfig {
  readonly name: string
  readonly url: string
  /** Further request headers, such as credentials of the connection file. */
  readonly headers: Readonly<Record<string, string>>
  /** Authorities in PEM that the webhook's certificate must be of, `''` for the host's own. */
  readonly caBundle: string
  readonly timeoutMs: number
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly version: ReviewVersion
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  /** Over `request`, the spec of the review. */
  readonly matchConditions: readonly Expression[]
}
