import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  defaultWebhooks,
  webhookDefinition,
  webhookStrategy,
} from '#server/resources/parts/admission-registration/webhook-configuration.ts'
import { admissionregistrationV1 } from '#server/kinds/schemas/admissionregistration-v1.ts'

/** admissionregistration.orch.io/v1 MutatingWebhookConfiguration: webhooks that may mutate requests. [DA1] */
export const mutatingwebhookconfigurations: ResourceDefinition = {
  ...webhookDefinition,
  resource: 'mutatingwebhookconfigurations',
  singular: 'mutatingwebhookconfiguration',
  kind: 'MutatingWebhookConfiguration',
  schema: admissionregistrationV1.schema('MutatingWebhookConfiguration'),
  strategy: webhookStrategy((webhooks) => {
    defaultWebhooks(webhooks)
    for (const hook of webhooks ?? []) hook.reinvocationPolicy ??= 'Never'
  }),
}
