import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type FieldError, invalid, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { shownLabels } from '#server/resources/parts/internal-types/shown-selector.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { defaultPodTemplate } from '#server/resources/parts/pod-spec/defaults.ts'
import { dropFromTemplate } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { validateReplicaStatus } from '#server/resources/apps/replicasets/validation.ts'
import type { ReplicationController, ReplicationControllerSpec } from '#server/kinds/types/core-v1.ts'
import { countChange, keepSpec, keepStatus } from '#server/resources/parts/workloads/generation.ts'
import { workloadWarnings } from '#server/resources/parts/workloads/warnings.ts'
import { validateKeptTemplate } from '#server/resources/parts/workloads/template-rules.ts'

/** Selector and labels default to the labels of the template. [RCT2] */
function defaultController(next: ReplicationController): void {
  const spec = (next.spec ??= {})
  spec.replicas ??= 1
  defaultPodTemplate(spec.template)
  takeTemplateLabels(next)
}

function takeTemplateLabels({ metadata, spec }: ReplicationController): void {
  const labels = spec?.template?.metadata?.labels
  if (labels === undefined || spec === undefined) return
  if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels }
}

/** [RCT1] [ER8] */
function* validate({ spec = {} }: ReplicationController): Pieces<readonly FieldError[]> {
  const selector = spec.selector ?? {}
  const inTemplate = yield* validateTemplate(spec)
  return [
    ...nonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...(Object.keys(selector).length === 0 ? [required('spec.selector')] : []),
    ...nonNegative(spec.replicas, 'spec.replicas'),
    ...inTemplate,
  ]
}

function* validateTemplate({ template, selector = {} }: ReplicationControllerSpec): Pieces<readonly FieldError[]> {
  const path = 'spec.template'
  if (!template) return [required(path)]
  const labels = template.metadata?.labels
  const errors = yield* validateKeptTemplate(template, path, 'ReplicationController')
  const matches = Object.entries(selector).every(([key, value]) => own(labels, key) === value)
  return [
    ...(matches
      ? []
      : [invalid(`${path}.metadata.labels`, shownLabels(labels), '`selector` does not match template `labels`')]),
    ...errors,
  ]
}

/** A DELETE orphans the pods unless the request specifies another propagation policy. [RCT3] */
export const strategy: Strategy<ReplicationController> = {
  validateName: dns1123SubdomainName,
  metadataOnUpdate: 'whole',
  default: defaultController,
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
    dropFromTemplate(next.spec?.template)
  },
  validate,
  prepareForUpdate(next, live) {
    keepStatus(next, live)
    dropFromTemplate(next.spec?.template)
    countChange('core.v1.ReplicationControllerSpec', next, live)
  },
  // The reference validates an update twice, so that clients see each cause twice.
  *validateUpdate(next) {
    const errors = yield* validate(next)
    return [...errors, ...errors]
  },
  warnings: (next, live) => workloadWarnings(next, live, { template: next.spec?.template }),
  defaultPropagation: 'orphan',
}

export const statusStrategy: Strategy<ReplicationController> = {
  ...strategy,
  metadataOnUpdate: 'changes',
  prepareForUpdate: keepSpec,
  validateUpdate: (next) => validateReplicaStatus(next),
  warnings: () => [],
}
