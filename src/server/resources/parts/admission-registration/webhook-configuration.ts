import { deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import { bump } from '#server/resources/parts/workloads/generation.ts'
import { type Webhook, validateWebhooks } from './webhook-validation.ts'
import { validateMetadata } from './whole-metadata.ts'

interface Configuration extends ApiObject {
  webhooks?: Webhook[] | undefined
}

/** Returns the strategy of webhook configurations; the two kinds differ only in `setDefaults`. [DA1] */
export const webhookStrategy = (setDefaults: (webhooks: Webhook[] | undefined) => void): Strategy<Configuration> => ({
  validateName: dns1123SubdomainName,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  allowUnconditionalUpdate: false,
  default: ({ webhooks }) => setDefaults(webhooks),
  prepareForCreate: startGeneration,
  validate: ({ webhooks }) => validateWebhooks(webhooks ?? [], null),
  prepareForUpdate(next, live) {
    if (!deepEqual(next.webhooks ?? [], live.webhooks ?? [])) bump(next, live)
  },
  validateUpdate: (next, live) => [
    ...validateMetadata(next),
    ...validateWebhooks(next.webhooks ?? [], live.webhooks ?? []),
  ],
})

const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<Configuration>('Webhooks', 'The number of webhooks.', ({ webhooks }) => webhooks?.length ?? 0, {
    type: 'integer',
  }),
  ageColumn,
]

/** The parts of the definition that both kinds share. */
export const webhookDefinition: Pick<
  ResourceDefinition,
  'group' | 'version' | 'namespaced' | 'categories' | 'verbs' | 'columns'
> = {
  group: 'admissionregistration.orch.io',
  version: 'v1',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: storedVerbs,
  columns,
}
