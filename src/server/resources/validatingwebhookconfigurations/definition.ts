import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { webhookDefinition, webhookStrategy } from '../admission-parts/webhook-configuration.ts'
import { defaultWebhooks } from '../admission-parts/webhook-validation.ts'
import { structSchema } from '../kind-schema.ts'

/** admissionregistration.orch.io/v1 ValidatingWebhookConfiguration: who is asked before a write. [DA1] */
export const validatingwebhookconfigurations: ResourceDefinition = {
  ...webhookDefinition,
  resource: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  kind: 'ValidatingWebhookConfiguration',
  schema: structSchema('admissionregistration.v1.ValidatingWebhookConfiguration'),
  strategy: webhookStrategy(defaultWebhooks),
}
