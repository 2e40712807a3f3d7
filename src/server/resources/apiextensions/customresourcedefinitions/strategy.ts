import { deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'
import { setDefaults } from './defaults.ts'

/** Finalizer that keeps a definition until all its custom objects are deleted. [CRD2] */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.orch.io'

const rules = onDemand(() => import('./validation.ts'))

const shared = {
  anyFinalizer: true,
  load: rules.load,
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  warnings: (next: CustomResourceDefinition) => rules.loaded().formatWarnings(next),
  default: setDefaults,
  beginDeletion(next: CustomResourceDefinition): void {
    const { metadata, status } = next
    const finalizers = metadata.finalizers ?? []
    if (!finalizers.includes(cleanupFinalizer)) metadata.finalizers = [...finalizers, cleanupFinalizer]
    const conditions = (status?.conditions ?? []).filter(({ type }) => type !== 'Terminating')
    const condition = {
      type: 'Terminating',
      status: 'True',
      lastTransitionTime: metadata.deletionTimestamp ?? undefined,
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    }
    next.status = { ...status, conditions: [...conditions, condition] }
  },
}

/** Adds the storage version to status.storedVersions. */
function noteStoredVersion(next: CustomResourceDefinition): void {
  const stored = next.status?.storedVersions ?? []
  const version = next.spec?.versions?.find(({ storage }) => storage === true)
  if (version === undefined) return
  const { name = '' } = version
  if (!stored.includes(name)) next.status = { ...next.status, storedVersions: [...stored, name] }
}

export const strategy: Strategy<CustomResourceDefinition> = {
  ...shared,
  prepareForCreate(next) {
    next.metadata.generation = 1
    next.status = {}
    noteStoredVersion(next)
  },
  validate: (next) => rules.loaded().validateDefinition(next),
  prepareForUpdate(next, live) {
    next.status = live.status
    if (!deepEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
    noteStoredVersion(next)
  },
  validateUpdate: (next, live) => rules.loaded().validateDefinition(next, live),
}

/** `status`: keeps the live spec. Takes the sent metadata, as the reference does. [CRD16] */
export const statusStrategy: Strategy<CustomResourceDefinition> = {
  ...shared,
  resetFields: [['spec'], ['metadata']],
  prepareForUpdate(next, live) {
    next.spec = live.spec
  },
  warnings: () => [],
  validate: () => [],
  validateUpdate: (next) => rules.loaded().validateStatusNames(next),
}
