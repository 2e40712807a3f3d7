import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  defaultWebhooks,
  webhookDefinition,
  webhookStrategy,
} from '#server/resources/parts/admission-registration/webhook-configuration.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'

/** admissionregistration.orch.io/v1 ValidatingWebhookConfiguration: webhooks that may reject requests. [DA1] */
export const validatingwebhookconfigurations: ResourceDefinition = {
  ...webhookDefinition,
  resource: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  kind: 'ValidatingWebhookConfiguration',
  schema: structSchema('admissionregistration.v1.ValidatingWebhookConfiguration'),
  strategy: webhookStrategy(defaultWebhooks),
}
