import type { Pieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, forbidden, index, invalid, notSupported, required } from '#api/field-error.ts'
import { isUsable } from '#api/selectors/label-selector-object.ts'
import { dns1123Label } from '#api/names.ts'
import { cloneJson } from '#api/json.ts'
import { shownSelector } from '#server/resources/parts/internal-types/shown-selector.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { validateClaimSpec } from '#server/resources/parts/persistent-volumes/claim-validation.ts'
import { validatePodTemplate, validateTemplateMetadata } from '#server/resources/parts/pod-spec/pod-template.ts'
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from '#server/kinds/types/apps-v1.ts'
import type { PersistentVolumeClaim, PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { amountOf, atMostAll, validateIntOrPercent } from '#server/resources/parts/workloads/int-or-percent.ts'
import { validateCollisions, validateCounts, validateParts } from '#server/resources/parts/workloads/replica-counts.ts'
import {
  validateDeadline,
  validateLabelsMatch,
  validateOwnSelector,
  validateRestart,
} from '#server/resources/parts/workloads/template-rules.ts'

/** Validates a stateful set on create. [STS1] [ER8] */
export const validateStatefulSet = (next: StatefulSet): Pieces<readonly FieldError[]> =>
  validateSpec(next.spec ?? {}, {})

/**
 * The parts of an update that are not validated again: immutable fields, and pod templates that were invalid before.
 */
interface Kept {
  readonly name?: boolean
  readonly claims?: boolean
  readonly pods?: boolean
}

function* validateSpec(spec: StatefulSetSpec, kept: Kept): Pieces<readonly FieldError[]> {
  const { template = {}, serviceName = '', volumeClaimTemplates: claims = [] } = spec
  const inPods = yield* validatePods(spec, kept)
  return [
    ...validateManagement(spec.podManagementPolicy ?? ''),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}),
    ...validateRetention(spec),
    ...(kept.claims === true ? [] : claims.flatMap(validateClaimTemplate)),
    ...nonNegative(spec.replicas, 'spec.replicas'),
    ...nonNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...nonNegative(spec.ordinals?.start, 'spec.ordinals.start'),
    ...(kept.name === true || serviceName === '' ? [] : checkText(serviceName, 'spec.serviceName', dns1123Label)),
    ...validateOwnSelector(spec.selector, 'spec.selector', 'statefulset'),
    ...inPods,
    ...validateRestart(template, 'spec.template'),
    ...validateDeadline(template, 'spec.template', 'StatefulSet'),
  ]
}

/** Validates a volume claim template like a standalone claim. [STS7] */
const validateClaimTemplate = ({ spec }: PersistentVolumeClaim, at: number): readonly FieldError[] =>
  validateClaimSpec(spec ?? {}, child(index('spec.volumeClaimTemplates', at), 'spec'))

/** Labels and annotations are validated twice, as in the reference. [STS7] */
function* validatePods(spec: StatefulSetSpec, kept: Kept): Pieces<readonly FieldError[]> {
  const { template = {}, selector } = spec
  if (!isUsable(selector)) return [invalid('spec.selector', shownSelector(selector), '')]
  const path = 'spec.template'
  const made = toPodTemplate(template, spec)
  const errors = kept.pods === true ? [] : yield* validatePodTemplate(made, path)
  return [...validateLabelsMatch(selector, template, path), ...errors, ...validateTemplateMetadata(made, path)]
}

function validateManagement(policy: string): readonly FieldError[] {
  const path = 'spec.podManagementPolicy'
  if (policy === '') return [required(path)]
  if (policy === 'OrderedReady' || policy === 'Parallel') return []
  return [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")]
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy): readonly FieldError[] {
  const path = 'spec.updateStrategy'
  const { rollingUpdate: rolling } = strategy
  const rollingPath = child(path, 'rollingUpdate')
  switch (strategy.type ?? '') {
    case '':
      return [required(path)]
    case 'OnDelete': {
      if (!rolling) return []
      const shown = internalForm('apps.v1.RollingUpdateStatefulSetStrategy', rolling)
      return [invalid(rollingPath, shown, "only allowed for updateStrategy 'RollingUpdate'")]
    }
    case 'RollingUpdate':
      return [
        ...nonNegative(rolling?.partition, child(rollingPath, 'partition')),
        ...validateUnavailable(rolling?.maxUnavailable, child(rollingPath, 'maxUnavailable')),
      ]
    default: {
      const shown = internalForm('apps.v1.StatefulSetUpdateStrategy', strategy)
      return [invalid(path, shown, "must be 'RollingUpdate' or 'OnDelete'")]
    }
  }
}

const validateUnavailable = (value: number | string | undefined, path: string): readonly FieldError[] =>
  value === undefined
    ? []
    : [
        ...validateIntOrPercent(value, path),
        ...(amountOf(value) === 0 ? [invalid(path, value, 'cannot be 0')] : []),
        ...atMostAll(value, path),
      ]

const retentions = ['Retain', 'Delete']

function validateRetention({ persistentVolumeClaimRetentionPolicy: policy }: StatefulSetSpec): readonly FieldError[] {
  if (!policy) return []
  return (['whenDeleted', 'whenScaled'] as const).flatMap((moment) => {
    const value = policy[moment] ?? ''
    if (retentions.includes(value)) return []
    return [notSupported(child('spec.persistentVolumeClaimRetentionPolicy', moment), value, retentions)]
  })
}

/**
 * Returns the template as pods are made from it: with a pod name, and each claim as a volume that replaces one of the
 * same name.
 */
function toPodTemplate(template: PodTemplateSpec, { volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const names = new Set(volumeClaimTemplates.map(({ metadata }) => metadata.name ?? ''))
  const { hostname: _host, subdomain: _domain, ...spec } = template.spec ?? {}
  if (names.size === 0) return { ...template, spec }
  const volumes = (template.spec?.volumes ?? []).filter(({ name }) => !names.has(name ?? ''))
  const claims = [...names].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))
  return { ...template, spec: { ...spec, volumes: [...claims, ...volumes] } }
}

const changeable = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
] as const

/** Only some fields of the spec are mutable. [STS2] */
export function* validateStatefulSetUpdate(next: StatefulSet, live: StatefulSet): Pieces<readonly FieldError[]> {
  const rest: StatefulSetSpec = cloneJson(next.spec ?? {})
  for (const field of changeable) {
    delete rest[field]
    Object.assign(rest, live.spec?.[field] === undefined ? {} : { [field]: live.spec[field] })
  }
  const kept = { name: true, claims: true }
  const before = yield* validateSpec(live.spec ?? {}, kept)
  const errors = yield* validateSpec(next.spec ?? {}, { ...kept, pods: before.length > 0 })
  if (equalAs('apps.v1.StatefulSetSpec', rest, live.spec ?? {})) return errors
  const why =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
  return [...errors, forbidden('spec', why)]
}

/** [STS3] */
export function validateStatefulSetStatus({ status = {} }: StatefulSet, live: StatefulSet): readonly FieldError[] {
  const { replicas, readyReplicas, currentReplicas, updatedReplicas, availableReplicas } = status
  const { observedGeneration, collisionCount } = status
  const path = 'status'
  return [
    ...validateCounts(
      {
        replicas,
        readyReplicas,
        currentReplicas,
        updatedReplicas,
        availableReplicas,
        observedGeneration,
        collisionCount,
      },
      path,
    ),
    ...validateParts(
      { readyReplicas, currentReplicas, updatedReplicas, availableReplicas },
      { count: replicas ?? 0, name: 'status.replicas' },
      path,
    ),
    ...validateParts({ availableReplicas }, { count: readyReplicas ?? 0, name: 'status.readyReplicas' }, path),
    ...validateCollisions(collisionCount, live.status?.collisionCount),
  ]
}
