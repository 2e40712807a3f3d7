import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  defaultWebhooks,
  webhookDefinition,
  webhookStrategy,
} from '#server/resources/parts/admission-registration/webhook-configuration.ts'
import { admissionregistrationV1 } from '#server/kinds/schemas/admissionregistration-v1.ts'

/** admissionregistration.orch.io/v1 ValidatingWebhookConfiguration: webhooks that may reject requests. [DA1] */
export const validatingwebhookconfigurations: ResourceDefinition = {
  ...webhookDefinition,
  resource: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  kind: 'ValidatingWebhookConfiguration',
  schema: admissionregistrationV1.schema('ValidatingWebhookConfiguration'),
  strategy: webhookStrategy(defaultWebhooks),
}
