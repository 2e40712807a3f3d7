import { child, type FieldPath, index, key } from '#api/field-error.ts'
import { dns1123Label } from '#api/names.ts'
import type { ObjectMeta } from '#api/object-meta.ts'
import { repetitionsIn } from '#api/repetitions.ts'
import { warnOfIp } from '#server/resources/parts/validation/addresses.ts'
import type { Container, PodSpec, PodTemplateSpec, Volume } from '#server/kinds/types/core-v1.ts'
import { claimSpecWarnings } from '#server/resources/parts/persistent-volumes/claim-warnings.ts'
import { containerWarnings, fractionWarnings } from './containers/container-warnings.ts'
import { appArmorContainer, seccompPod } from './pod-annotations.ts'
import { containersOf } from './pod-spec-context.ts'
import { portWarnings } from './containers/port-warnings.ts'
import { affinityWarnings, labelWarnings } from './scheduling/scheduling-warnings.ts'
import { overlapWarnings } from './volumes/volume-warnings.ts'
import type { VolumeType } from './volumes/volume-types.ts'

const oldAnnotations: readonly (readonly [string, string])[] = [
  ['scheduler.alpha.orch.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
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

/**
 * Warns of valid but likely mistaken fields of a pod. `at` is the path of the object that has spec and metadata.
 * [POD50]
 */
export function podWarnings(spec: PodSpec, metadata: ObjectMeta, at: FieldPath = ''): readonly string[] {
  const path = child(at, 'spec')
  const annotations = child(at, 'metadata', 'annotations')
  const volumes = child(path, 'volumes')
  const containers = containersOf(spec, path)
  return [
    ...labelWarnings(spec, path),
    ...annotationWarnings(metadata, annotations),
    ...(spec.volumes ?? []).flatMap((volume, volumeAt) => volumeWarnings(volume, index(volumes, volumeAt))),
    ...(spec.volumes ?? []).flatMap((volume, volumeAt) => claimWarnings(volume, index(volumes, volumeAt))),
    ...(spec.volumes ?? []).flatMap(overlapWarnings),
    ...duplicateWarnings(spec, path),
    ...fractionWarnings(spec.overhead, child(path, 'overhead')),
    ...seccompWarnings(spec, metadata, annotations),
    ...containers.flatMap(([container, here]) => [
      ...containerWarnings(container, here, { metadata, path: annotations }),
      ...(at === '' ? [] : appArmorWarnings(spec, container, { metadata, path: annotations })),
    ]),
    ...portWarnings(containers),
    ...graceWarnings(spec, child(path, 'terminationGracePeriodSeconds')),
    ...affinityWarnings(spec.affinity?.podAffinity, child(path, 'affinity', 'podAffinity')),
    ...affinityWarnings(spec.affinity?.podAntiAffinity, child(path, 'affinity', 'podAntiAffinity')),
    ...addressWarnings(spec, path),
  ]
}

/** Warns of fields of a template, from whose name the names of its pods are generated. */
export const templateWarnings = (template: PodTemplateSpec | undefined, at: FieldPath): readonly string[] =>
  template === undefined ? [] : podWarnings(template.spec ?? {}, template.metadata ?? {}, at)

/** Warns if the name, which is part of pod names and host names, is not a DNS label. */
export function nameWarnings(name: string, use = 'Pod names and hostnames'): readonly string[] {
  const texts = dns1123Label(name)
  if (texts.length === 0) return []
  const advice = 'which can result in surprising behavior; a DNS label is recommended'
  return [`metadata.name: this is used in ${use}, ${advice}: [${texts.join(' ')}]`]
}

const annotationWarnings = ({ annotations = {} }: ObjectMeta, path: FieldPath): readonly string[] =>
  oldAnnotations
    .filter(([name]) => Object.hasOwn(annotations, name))
    .map(([name, text]) => `${key(path, name)}: ${text}`)

function seccompWarnings(spec: PodSpec, { annotations = {} }: ObjectMeta, path: FieldPath): readonly string[] {
  if (spec.securityContext?.seccompProfile || !Object.hasOwn(annotations, seccompPod)) return []
  return [`${key(path, seccompPod)}: non-functional in v1.27+; use the "seccompProfile" field instead`]
}

/** Only for templates: in a pod, field and annotation are already synchronized. */
function appArmorWarnings(
  spec: PodSpec,
  container: Container,
  { metadata, path }: { readonly metadata: ObjectMeta; readonly path: FieldPath },
): readonly string[] {
  if (metadata.annotations === undefined) return []
  if (spec.securityContext?.appArmorProfile || container.securityContext?.appArmorProfile) return []
  const name = `${appArmorContainer}${container.name ?? ''}`
  if (!Object.hasOwn(metadata.annotations, name)) return []
  return [`${key(path, name)}: deprecated since v1.30; use the "appArmorProfile" field instead`]
}

const graceWarnings = ({ terminationGracePeriodSeconds: seconds = 0 }: PodSpec, path: FieldPath): readonly string[] =>
  seconds < 0 ? [`${path}: must be >= 0; negative values are invalid and will be treated as 1`] : []

function addressWarnings({ dnsConfig, hostAliases = [] }: PodSpec, path: FieldPath): readonly string[] {
  const servers = child(path, 'dnsConfig', 'nameservers')
  const aliases = child(path, 'hostAliases')
  return [
    ...(dnsConfig?.nameservers ?? []).flatMap((ip, at) => warnOfIp(ip, index(servers, at))),
    ...hostAliases.flatMap(({ ip = '' }, at) => warnOfIp(ip, child(index(aliases, at), 'ip'))),
  ]
}

const claimWarnings = ({ ephemeral }: Volume, path: FieldPath): readonly string[] =>
  claimSpecWarnings(ephemeral?.volumeClaimTemplate?.spec ?? {}, child(path, 'ephemeral', 'volumeClaimTemplate', 'spec'))

const volumeWarnings = (volume: Volume, path: FieldPath): readonly string[] =>
  Object.entries(oldVolumes)
    .filter(([type]) => volume[type] !== undefined && volume[type] !== null)
    .map(([type, text]) => `${child(path, type === 'storageos' ? 'storageOS' : type)}: ${text}`)

function duplicateWarnings(spec: PodSpec, path: FieldPath): readonly string[] {
  if (!spec.hostAliases && !spec.imagePullSecrets) return []
  const addresses = (spec.hostAliases ?? []).map(({ ip = '' }) => ip)
  const secrets = (spec.imagePullSecrets ?? []).map(({ name = '' }) => name)
  const repeated = (texts: readonly string[], where: (at: number) => FieldPath, what: string): readonly string[] =>
    [...repetitionsIn(texts)].map((at) => `${where(at)}: duplicate ${what} ${JSON.stringify(texts[at])}`)
  const secretAt = (at: number): FieldPath => child(index(child(path, 'imagePullSecrets'), at), 'name')
  return [
    ...repeated(addresses, (at) => child(index(child(path, 'hostAliases'), at), 'ip'), 'ip'),
    ...repeated(secrets, secretAt, 'name'),
    ...secrets.flatMap((name, at) => (name === '' ? [`${secretAt(at)}: invalid empty name ""`] : [])),
  ]
}
