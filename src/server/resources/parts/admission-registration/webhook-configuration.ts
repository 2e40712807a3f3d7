import { deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { ResourceDefinition, TableColumn } from '#server/registry/resource-definition.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { ValidatingWebhook } from '#server/kinds/types/admissionregistration-v1.ts'
import { storedVerbs } from '#server/resources/parts/resource-verbs.ts'
import { startGeneration } from '#server/resources/parts/spec-generation.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import { bump } from '#server/resources/parts/workloads/generation.ts'
import { admissionStrategy, validateMetadata } from './admission-strategy.ts'
import { defaultRules } from './rules.ts'
import type { Webhook } from './webhook-validation.ts'

interface Configuration extends ApiObject {
  webhooks?: Webhook[] | undefined
}

const rules = onDemand(() => import('./webhook-validation.ts'))

/** [DA2] */
export function defaultWebhooks(webhooks: readonly ValidatingWebhook[] | undefined): void {
  for (const hook of webhooks ?? []) {
    hook.failurePolicy ??= 'Fail'
    hook.matchPolicy ??= 'Equivalent'
    hook.namespaceSelector ??= {}
    hook.objectSelector ??= {}
    hook.timeoutSeconds ??= 10
    defaultRules(hook.rules)
    const service = hook.clientConfig?.service
    if (service !== undefined) service.port ??= 443
  }
}

/** Returns the strategy of webhook configurations; the two kinds differ only in `setDefaults`. [DA1] */
export const webhookStrategy = (setDefaults: (webhooks: Webhook[] | undefined) => void): Strategy<Configuration> => ({
  load: rules.load,
  ...admissionStrategy,
  default: ({ webhooks }) => setDefaults(webhooks),
  prepareForCreate: startGeneration,
  validate: ({ webhooks }) => rules.loaded().validateWebhooks(webhooks ?? [], null),
  prepareForUpdate(next, live) {
    if (!deepEqual(next.webhooks ?? [], live.webhooks ?? [])) bump(next, live)
  },
  validateUpdate: (next, live) => [
    ...validateMetadata(next),
    ...rules.loaded().validateWebhooks(next.webhooks ?? [], live.webhooks ?? []),
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
