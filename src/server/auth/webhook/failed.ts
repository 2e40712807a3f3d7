import type { Decision } from '../authorizer.ts'
import type { WebhookConfig } from './webhook-config.ts'

/** What the failure policy makes of a webhook that gives no verdict. [AZ7] */
export function failed({ name, failurePolicy }: WebhookConfig, error: string): Decision {
  const type = failurePolicy === 'Deny' ? 'denied' : 'no-opinion'
  return { type, why: '', error, by: `webhook ${name}, failed: ${error}` }
}
