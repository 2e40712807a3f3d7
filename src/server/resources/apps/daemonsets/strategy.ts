import { own } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import type { DaemonSet } from '#server/kinds/types/apps-v1.ts'
import { bump, countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { changedTemplateWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validation.ts'

/** The annotation in which v1 keeps the template generation, a field in older versions. */
export const templateGeneration = 'deprecated.daemonset.template.generation'

/** [DS4] */
function defaultDaemonSet(next: DaemonSet): void {
  const spec = (next.spec ??= {})
  const strategy = (spec.updateStrategy ??= {})
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {})
    rolling.maxUnavailable ??= 1
    rolling.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
  defaultPodTemplate((spec.template ??= {}))
  // Decoding sets the zero value of the older field, so the writer becomes its field manager.
  writeTemplateGeneration(next, readTemplateGeneration(next))
}

function readTemplateGeneration({ metadata }: DaemonSet): number {
  const text = own(metadata.annotations, templateGeneration) ?? ''
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : 0
}

const writeTemplateGeneration = ({ metadata }: DaemonSet, count: number): void => {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(count) }
}

export const strategy: Strategy<DaemonSet> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'changes',
  default: defaultDaemonSet,
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    writeTemplateGeneration(next, Math.max(1, readTemplateGeneration(next)))
    dropFromTemplate(next.spec?.template)
  },
  validate: validateDaemonSet,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.template)
    const count = readTemplateGeneration(live)
    const same = equalAs('core.v1.PodTemplateSpec', next.spec?.template, live.spec?.template)
    writeTemplateGeneration(next, same ? count : count + 1)
    if (same) countChange('apps.v1.DaemonSetSpec', next, live)
    else bump(next, live)
  },
  validateUpdate: validateDaemonSetUpdate,
  warnings: (next, live) => changedTemplateWarnings(next, live, { template: next.spec?.template }),
}

export const statusStrategy: Strategy<DaemonSet> = {
  ...strategy,
  metadataOnUpdate: 'changes',
  prepareForUpdate(next, live) {
    keepSpec(next, live)
    writeTemplateGeneration(next, readTemplateGeneration(live))
  },
  validateUpdate: validateDaemonSetStatus,
  warnings: () => [],
}
