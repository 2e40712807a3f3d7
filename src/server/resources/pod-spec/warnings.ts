import { child, type FieldPath, index, key } from '#api/field-error.ts'
import { dns1123Label } from '#api/names.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { isWholeAmount } from '../field-checks/amounts.ts'
import type { Container, NodeSelectorTerm, PodAffinity, PodSpec, PodTemplateSpec, Volume } from '../types/core-v1.ts'
import { appArmorContainer, seccompContainer, seccompPod } from './pod-annotations.ts'
import { containersOf } from './pod-spec-context.ts'
import type { VolumeType } from './volume-types.ts'

/** Labels of nodes that have newer names. */
const oldLabels: ReadonlyMap<string, string> = new Map([
  ['beta.orch.io/arch', 'deprecated since v1.14; use "orch.io/arch" instead'],
  ['beta.orch.io/os', 'deprecated since v1.14; use "orch.io/os" instead'],
  ['failure-domain.beta.orch.io/region', 'deprecated since v1.17; use "topology.orch.io/region" instead'],
  ['failure-domain.beta.orch.io/zone', 'deprecated since v1.17; use "topology.orch.io/zone" instead'],
  ['beta.orch.io/instance-type', 'deprecated since v1.17; use "node.orch.io/instance-type" instead'],
])

const oldAnnotations: readonly (readonly [string, string])[] = [
  ['scheduler.alpha.orch.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  [seccompPod, 'non-functional in v1.27+; use the "seccompProfile" field instead'],
  ['security.alpha.orch.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.orch.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
]

const oldVolumes: Partial<Record<VolumeType, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
}

const nullSelector = 'a null labelSelector results in matching no pod'

/** Texts about what is legal in a pod and likely a mistake. `at` is the path of what holds spec and metadata. [POD50] */
export function podWarnings(spec: PodSpec, metadata: ObjectMeta, at: FieldPath = ''): readonly string[] {
  const path = child(at, 'spec')
  return [
    ...labelWarnings(spec, path),
    ...annotationWarnings(metadata, child(at, 'metadata', 'annotations')),
    ...(spec.volumes ?? []).flatMap((volume, volumeAt) =>
      volumeWarnings(volume, index(child(path, 'volumes'), volumeAt)),
    ),
    ...duplicateWarnings(spec, path),
    ...[...containersOf(spec, path)].flatMap(([container, here]) => containerWarnings(container, here)),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          `${child(path, 'terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...affinityWarnings(spec.affinity?.podAffinity, child(path, 'affinity', 'podAffinity')),
    ...affinityWarnings(spec.affinity?.podAntiAffinity, child(path, 'affinity', 'podAntiAffinity')),
  ]
}

/** The same for a template, whose pods take their names from it. */
export const templateWarnings = (template: PodTemplateSpec | undefined, at: FieldPath): readonly string[] =>
  template === undefined ? [] : podWarnings(template.spec ?? {}, template.metadata ?? {}, at)

/** Names of pods and hosts are made of this name. */
export function nameWarnings(name: string, use = 'Pod names and hostnames'): readonly string[] {
  const texts = dns1123Label(name)
  if (texts.length === 0) return []
  const advice = 'which can result in surprising behavior; a DNS label is recommended'
  return [`metadata.name: this is used in ${use}, ${advice}: [${texts.join(' ')}]`]
}

function labelWarnings(spec: PodSpec, path: FieldPath): readonly string[] {
  const warnings: string[] = []
  for (const name of Object.keys(spec.nodeSelector ?? {}).toSorted()) {
    const text = oldLabels.get(name)
    if (text !== undefined) warnings.push(`${key(child(path, 'nodeSelector'), name)}: ${text}`)
  }
  const node = child(path, 'affinity', 'nodeAffinity')
  const must = child(node, 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
  const wish = child(node, 'preferredDuringSchedulingIgnoredDuringExecution')
  const { nodeAffinity } = spec.affinity ?? {}
  const terms = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  for (const [at, term] of terms.entries()) warnings.push(...termWarnings(term, index(must, at)))
  for (const [at, { preference = {} }] of (
    nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  ).entries()) {
    warnings.push(...termWarnings(preference, child(index(wish, at), 'preference')))
  }
  for (const [at, constraint] of (spec.topologySpreadConstraints ?? []).entries()) {
    const here = index(child(path, 'topologySpreadConstraints'), at)
    const text = oldLabels.get(constraint.topologyKey ?? '')
    if (text !== undefined) warnings.push(`${child(here, 'topologyKey')}: ${constraint.topologyKey} is ${text}`)
    if (!constraint.labelSelector) warnings.push(`${child(here, 'labelSelector')}: ${nullSelector}`)
  }
  return warnings
}

const termWarnings = (term: NodeSelectorTerm, path: FieldPath): readonly string[] =>
  (term.matchExpressions ?? []).flatMap(({ key: name = '' }, at) => {
    const text = oldLabels.get(name)
    return text === undefined ? [] : [`${child(index(child(path, 'matchExpressions'), at), 'key')}: ${name} is ${text}`]
  })

function annotationWarnings({ annotations = {} }: ObjectMeta, path: FieldPath): readonly string[] {
  const known = oldAnnotations
    .filter(([name]) => Object.hasOwn(annotations, name))
    .map(([name, text]) => `${key(path, name)}: ${text}`)
  const prefixed = Object.keys(annotations)
    .toSorted()
    .flatMap((name) => {
      if (name.startsWith(seccompContainer)) {
        return [`${key(path, name)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
      }
      if (!name.startsWith(appArmorContainer)) return []
      return [`${key(path, name)}: deprecated since v1.30; use the "appArmorProfile" field instead`]
    })
  return [...known, ...prefixed]
}

const volumeWarnings = (volume: Volume, path: FieldPath): readonly string[] =>
  Object.entries(oldVolumes)
    .filter(([type]) => volume[type] !== undefined && volume[type] !== null)
    .map(([type, text]) => `${child(path, type)}: ${text}`)

function duplicateWarnings(spec: PodSpec, path: FieldPath): readonly string[] {
  const addresses = (spec.hostAliases ?? []).map(({ ip = '' }) => ip)
  const secrets = (spec.imagePullSecrets ?? []).map(({ name = '' }) => name)
  const warnings: string[] = []
  for (const [at, ip] of addresses.entries()) {
    if (addresses.indexOf(ip) < at) {
      warnings.push(`${child(index(child(path, 'hostAliases'), at), 'ip')}: duplicate ip ${JSON.stringify(ip)}`)
    }
  }
  for (const [at, name] of secrets.entries()) {
    const here = child(index(child(path, 'imagePullSecrets'), at), 'name')
    if (name === '') warnings.push(`${here}: invalid empty name ${JSON.stringify(name)}`)
    if (secrets.indexOf(name) < at) warnings.push(`${here}: duplicate name ${JSON.stringify(name)}`)
  }
  return warnings
}

function containerWarnings(container: Container, path: FieldPath): readonly string[] {
  const warnings: string[] = []
  for (const type of ['limits', 'requests'] as const) {
    for (const resource of ['memory', 'ephemeral-storage']) {
      const amounts = container.resources?.[type] ?? {}
      const amount = Object.hasOwn(amounts, resource) ? amounts[resource] : undefined
      if (amount === undefined || isWholeAmount(amount)) continue
      const here = key(child(path, 'resources', type), resource)
      warnings.push(`${here}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`)
    }
  }
  const names = new Set<string>()
  for (const [at, { name = '', value = '' }] of (container.env ?? []).entries()) {
    const here = index(child(path, 'env'), at)
    if (names.has(name) && !value.includes(`$(${name})`)) {
      const advice = 'which may be dropped when using apply'
      warnings.push(`${here}: hides previous definition of ${JSON.stringify(name)}, ${advice}`)
    }
    names.add(name)
  }
  return warnings
}

function affinityWarnings(affinity: PodAffinity | undefined, path: FieldPath): readonly string[] {
  const must = child(path, 'requiredDuringSchedulingIgnoredDuringExecution')
  const wish = child(path, 'preferredDuringSchedulingIgnoredDuringExecution')
  const warnings: string[] = []
  for (const [at, term] of (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (!term.labelSelector) warnings.push(`${child(index(must, at), 'labelSelector')}: ${nullSelector}`)
  }
  for (const [at, term] of (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (term.podAffinityTerm?.labelSelector) continue
    warnings.push(`${child(index(wish, at), 'podAffinityTerm', 'labelSelector')}: ${nullSelector}`)
  }
  return warnings
}
