import { own } from '#api/json.ts'
import { dropDisabledFields } from '#server/resources/parts/pod-spec/disabled-fields.ts'
import { appArmorContainer } from '#server/resources/parts/pod-spec/pod-annotations.ts'
import { containersOf } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import type { StrategyContext } from '#server/registry/strategy.ts'
import type { AppArmorProfile, Container, Pod, PodAffinityTerm, PodSpec } from '#server/kinds/types/core-v1.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'
import { setCondition } from './conditions.ts'
import { qualityOfService } from './quality-of-service.ts'

type Labels = { readonly [key: string]: string }

/** Resets the status of a new pod, whatever the client sent. [POD7] */
export function preparePod(pod: Pod, { nowMs }: StrategyContext): void {
  const spec = (pod.spec ??= {})
  pod.metadata.generation = 1
  pod.status = { phase: 'Pending', qosClass: qualityOfService(spec) }
  dropDisabledFields(spec)
  boundGracePeriod(spec)
  applyLabelKeys(spec, pod.metadata.labels ?? {})
  mirrorAppArmor(pod, spec)
  if ((spec.schedulingGates ?? []).length === 0) return
  const condition = { type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }
  setCondition(pod.status, { ...condition, message: 'Scheduling is blocked due to non-empty scheduling gates' }, nowMs)
}

/** A negative grace period is replaced by the minimum. [POD50] */
export function boundGracePeriod(spec: PodSpec | undefined): void {
  if ((spec?.terminationGracePeriodSeconds ?? 0) < 0 && spec) spec.terminationGracePeriodSeconds = 1
}

/** Merges matchLabelKeys with the label values of the pod into the selectors beside them. [POD8] */
function applyLabelKeys(spec: PodSpec, labels: Labels): void {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {}
  for (const affinity of [podAffinity, podAntiAffinity]) {
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) applyToTerm(term, labels)
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
      if (podAffinityTerm) applyToTerm(podAffinityTerm, labels)
    }
  }
  for (const { labelSelector, matchLabelKeys } of spec.topologySpreadConstraints ?? []) {
    addRequirements(labelSelector, 'In', matchLabelKeys, labels)
  }
}

function applyToTerm(term: PodAffinityTerm, labels: Labels): void {
  addRequirements(term.labelSelector, 'In', term.matchLabelKeys, labels)
  addRequirements(term.labelSelector, 'NotIn', term.mismatchLabelKeys, labels)
}

function addRequirements(
  selector: LabelSelector | undefined,
  operator: 'In' | 'NotIn',
  keys: readonly string[] | undefined,
  labels: Labels,
): void {
  if (!selector) return
  for (const key of keys ?? []) {
    const value = own(labels, key)
    if (value !== undefined) (selector.matchExpressions ??= []).push({ key, operator, values: [value] })
  }
}

/** Synchronizes AppArmor profile fields with their deprecated annotations, in both directions. [POD9] */
function mirrorAppArmor(pod: Pod, spec: PodSpec): void {
  if (spec.os?.name === 'windows') return
  for (const [container] of containersOf(spec, '')) mirrorContainer(pod, spec, container)
}

function mirrorContainer({ metadata }: Pod, spec: PodSpec, container: Container): void {
  const name = `${appArmorContainer}${container.name ?? ''}`
  const annotation = own(metadata.annotations, name)
  const field = container.securityContext?.appArmorProfile
  if (annotation === undefined) {
    const text = toAnnotation(field ?? spec.securityContext?.appArmorProfile)
    if (text !== '') (metadata.annotations ??= {})[name] = text
  } else if (!field) {
    const profile = toField(annotation)
    if (profile !== null) (container.securityContext ??= {}).appArmorProfile = profile
  }
}

function toAnnotation(profile: AppArmorProfile | undefined): string {
  switch (profile?.type) {
    case 'Unconfined':
      return 'unconfined'
    case 'RuntimeDefault':
      return 'runtime/default'
    case 'Localhost':
      return profile.localhostProfile === undefined ? '' : `localhost/${profile.localhostProfile}`
    default:
      return ''
  }
}

function toField(annotation: string): AppArmorProfile | null {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  const prefix = 'localhost/'
  if (!annotation.startsWith(prefix) || annotation === prefix) return null
  return { type: 'Localhost', localhostProfile: annotation.slice(prefix.length) }
}
