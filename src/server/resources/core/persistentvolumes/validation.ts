import { type FieldError, forbidden, invalid, key as keyOf, notSupported, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { dns1123Subdomain } from '#api/names.ts'
import { parseQuantity, quantityValue } from '#api/quantity.ts'
import { amountNames } from '#server/resources/parts/validation/amount-maps.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { validateNodeSelector } from '#server/resources/parts/pod-spec/scheduling/affinity.ts'
import type { PersistentVolume, PersistentVolumeSpec } from '#server/kinds/types/core-v1.ts'
import { validateAccessModes, validateVolumeMode } from '#server/resources/parts/persistent-volumes/access-modes.ts'
import { validateSources } from './validation-sources.ts'

const policies = ['Delete', 'Recycle', 'Retain']
const mountOptionsAnnotation = 'volume.beta.orch.io/mount-options'
/** Volume types that support mount options. */
const withMountOptions = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const

export const validateVolume = (volume: PersistentVolume): readonly FieldError[] => [
  ...validateSpec(volume),
  ...validateMountOptions(volume),
]

/** Validates the spec; a volume has exactly one source. [PV1] */
export function validateSpec({ metadata, spec = {} }: PersistentVolume): readonly FieldError[] {
  return [
    ...validateAccessModes(spec.accessModes ?? [], ''),
    ...validateCapacity(spec),
    ...validatePolicy(spec.persistentVolumeReclaimPolicy ?? ''),
    ...validateAffinity(spec),
    ...validateSources(spec, metadata.name ?? ''),
    ...forbidRecycledRoot(spec),
    ...(spec.storageClassName ? checkText(spec.storageClassName, 'spec.storageClassName', dns1123Subdomain) : []),
    ...validateVolumeMode(spec.volumeMode),
    ...validateAttributesClass(spec),
  ]
}

function validateCapacity({ capacity }: PersistentVolumeSpec): readonly FieldError[] {
  const path = 'spec.capacity'
  const names = amountNames(capacity)
  const sorted = Object.fromEntries(names.map((name) => [name, own(capacity, name) ?? '0']))
  const isStorageOnly = names.length === 1 && names[0] === 'storage'
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(isStorageOnly ? [] : [notSupported(path, capacity === undefined ? null : sorted, ['storage'])]),
    ...names.flatMap((name) => validateAmount(own(capacity, name) ?? '0', keyOf(path, name))),
  ]
}

function validateAmount(amount: string, path: string): readonly FieldError[] {
  const sign = amountSign(amount)
  return [
    // This error alone prints the bare number.
    ...(sign < 0 && wholeValue(amount) < 0
      ? [invalid(path, wholeValue(amount), 'must be a valid resource quantity')]
      : []),
    ...(sign > 0 ? [] : [invalid(path, amount, 'must be greater than zero')]),
  ]
}

const wholeValue = (amount: string): number => Number(quantityValue(parseQuantity(amount)))

const validatePolicy = (policy: string): readonly FieldError[] =>
  policy === '' || policies.includes(policy)
    ? []
    : [notSupported('spec.persistentVolumeReclaimPolicy', policy, policies)]

function validateAffinity({ nodeAffinity }: PersistentVolumeSpec): readonly FieldError[] {
  if (nodeAffinity === undefined) return []
  const path = 'spec.nodeAffinity.required'
  return nodeAffinity.required === undefined
    ? [required(path, 'must specify required node constraints')]
    : validateNodeSelector(nodeAffinity.required, path)
}

/** Forbids recycling of a host path volume of `/`. */
function forbidRecycledRoot({ hostPath, persistentVolumeReclaimPolicy }: PersistentVolumeSpec): readonly FieldError[] {
  if (hostPath === undefined || persistentVolumeReclaimPolicy !== 'Recycle' || !isRoot(hostPath.path ?? '')) return []
  return [forbidden('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")]
}

function isRoot(path: string): boolean {
  if (!path.startsWith('/')) return false
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.length === 0
}

function validateAttributesClass({
  volumeAttributesClassName: name,
  csi,
}: PersistentVolumeSpec): readonly FieldError[] {
  if (name === undefined) return []
  const path = 'spec.volumeAttributesClassName'
  return [
    ...(name === '' ? [required(path, 'an empty string is disallowed')] : checkText(name, path, dns1123Subdomain)),
    ...(csi === undefined ? [required('spec.csi', 'has to be specified when using volumeAttributesClassName')] : []),
  ]
}

function validateMountOptions({ metadata, spec = {} }: PersistentVolume): readonly FieldError[] {
  if (own(metadata.annotations, mountOptionsAnnotation) === undefined) return []
  if (withMountOptions.some((field) => spec[field] !== undefined)) return []
  const path = `metadata.annotations.${mountOptionsAnnotation}`
  return [forbidden(path, 'may not specify mount options for this volume type')]
}
