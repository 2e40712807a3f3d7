import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import type { ReplicaSet } from '#server/kinds/types/apps-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { workloadWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { validateReplicaSet, validateReplicaSetUpdate, validateReplicaStatus } from './validation.ts'

export const strategy: Strategy<ReplicaSet> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'changes',
  default(next) {
    const spec = (next.spec ??= {})
    spec.replicas ??= 1
    defaultPodTemplate((spec.template ??= {}))
  },
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    dropFromTemplate(next.spec?.template)
  },
  validate: validateReplicaSet,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.template)
    countChange('apps.v1.ReplicaSetSpec', next, live)
  },
  validateUpdate: validateReplicaSetUpdate,
  warnings: (next, live) => workloadWarnings(next, live, { template: next.spec?.template }),
}

export const statusStrategy: Strategy<ReplicaSet> = {
  ...strategy,
  metadataOnUpdate: 'changes',
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    // A field of a feature that is disabled by default in 1.34.
    if (next.status) delete next.status.terminatingReplicas
  },
  validateUpdate: (next) => validateReplicaStatus(next),
  warnings: () => [],
}
