import { index } from '#api/field-error.ts'
import { dns1123LabelName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { fillAbsent, fillEmpty } from '#server/resources/parts/pod-spec/fill-in.ts'
import { claimSpecWarnings } from '#server/resources/parts/persistent-volumes/claim-warnings.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { roundAmounts } from '#server/resources/parts/validation/amount-maps.ts'
import type { StatefulSet, StatefulSetSpec } from '#server/kinds/types/apps-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { changedTemplateWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { validateStatefulSet, validateStatefulSetStatus, validateStatefulSetUpdate } from './validation.ts'

/** [STS4] */
function defaultStatefulSet(next: StatefulSet): void {
  const spec = (next.spec ??= {})
  spec.podManagementPolicy ||= 'OrderedReady'
  defaultUpdateStrategy(spec)
  fillEmpty((spec.persistentVolumeClaimRetentionPolicy ??= {}), { whenDeleted: 'Retain', whenScaled: 'Retain' })
  fillAbsent(spec, { replicas: 1, revisionHistoryLimit: 10 })
  for (const claim of spec.volumeClaimTemplates ?? []) {
    Object.assign(claim, { kind: 'PersistentVolumeClaim', apiVersion: 'v1' })
    fillAbsent((claim.spec ??= {}), { volumeMode: 'Filesystem' })
    const { limits, requests } = claim.spec.resources ?? {}
    for (const amounts of [limits, requests]) roundAmounts(amounts)
    fillEmpty((claim.status ??= {}), { phase: 'Pending' })
  }
  defaultPodTemplate((spec.template ??= {}))
}

/** Defaults the partition to 0, but adds `rollingUpdate` only if the client omitted the type or set the field. */
function defaultUpdateStrategy(spec: StatefulSetSpec): void {
  const strategy = (spec.updateStrategy ??= {})
  if (!strategy.type) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) strategy.rollingUpdate.partition ??= 0
}

function dropDisabled({ spec }: StatefulSet): void {
  dropFromTemplate(spec?.template)
  // A field of a feature that is disabled by default in 1.34.
  if (spec?.updateStrategy?.rollingUpdate) delete spec.updateStrategy.rollingUpdate.maxUnavailable
}

export const strategy: Strategy<StatefulSet> = {
  validateName: dns1123LabelName,
  default: defaultStatefulSet,
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    dropDisabled(next)
  },
  validate: validateStatefulSet,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropDisabled(next)
    countChange('apps.v1.StatefulSetSpec', next, live)
  },
  validateUpdate: validateStatefulSetUpdate,
  warnings: (next, live) => [
    ...changedTemplateWarnings(next, live, { template: next.spec?.template }),
    ...(next.spec?.volumeClaimTemplates ?? []).flatMap(({ spec = {} }, at) =>
      claimSpecWarnings(spec, index('spec.volumeClaimTemplates', at)),
    ),
    ...((next.spec?.revisionHistoryLimit ?? 0) < 0
      ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
      : []),
  ],
}

export const statusStrategy: Strategy<StatefulSet> = {
  ...strategy,
  prepareForUpdate: keepSpec,
  validateUpdate: validateStatefulSetStatus,
  warnings: () => [],
}
