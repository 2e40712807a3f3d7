import type { WebhookConfig } from '#server/auth/webhook/webhook-config.ts'

/** Returns the configuration of a webhook authorizer that keeps no decision and applies to every request. */
export const webhookConfig = (more: Partial<WebhookConfig> = {}): WebhookConfig => ({
  name: 'hook',
  url: 'https://hook.test/authorize',
  headers: {},
  caBundle: '',
  timeoutMs: 5000,
  authorizedTtlMs: 0,
  unauthorizedTtlMs: 0,
  version: 'v1',
  failurePolicy: 'NoOpinion',
  matchConditions: [],
  ...more,
})
