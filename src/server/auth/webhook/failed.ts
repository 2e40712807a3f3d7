import type { Decision } from '#server/auth/authorizer.ts'
import type { WebhookConfig } from './webhook-config.ts'

/**
 * Returns `null` if every condition holds and the webhook must be called, else the decision without it. A condition
 * that is false skips the webhook even if an earlier one failed. [AZ2]
 */
export function failed({ name, failurePolicy }: WebhookConfig, error: string): Decision {
  const type = failurePolicy === 'Deny' ? 'denied' : 'no-opinion'
  return { type, why: '', error, by: `webhook ${name}, failed: ${error}` }
}
