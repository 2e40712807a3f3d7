import { child, type FieldError, type FieldPath, invalid, notSupported, tooLong } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { inclusiveRange } from '#server/resources/parts/validation/numbers.ts'
import { checkText, oneOf, requireText } from '#server/resources/parts/validation/texts.ts'
import type {
  AzureDiskVolumeSource,
  CSIVolumeSource,
  StorageOSVolumeSource,
  Volume,
} from '#server/kinds/types/core-v1.ts'
import type { VolumeType } from './volume-types.ts'

/** Source fields that are required and have no other validation. */
const requiredFields: Partial<Record<VolumeType, readonly string[]>> = {
  gcePersistentDisk: ['pdName'],
  awsElasticBlockStore: ['volumeID'],
  cinder: ['volumeID'],
  azureFile: ['secretName', 'shareName'],
  vsphereVolume: ['volumePath'],
  photonPersistentDisk: ['pdID'],
  portworxVolume: ['volumeID'],
  scaleIO: ['gateway', 'system', 'volumeName'],
}

/** Validates cloud disks and CSI and Flex drivers. [POD14] */
export function validateCloudVolume(volume: Volume, type: VolumeType, path: FieldPath): readonly FieldError[] {
  // The reference uses an old name of this type in its paths.
  const here = child(path, type === 'gcePersistentDisk' ? 'persistentDisk' : type)
  const source = volume[type] ?? {}
  const missing = (requiredFields[type] ?? []).flatMap((field) => {
    const value = Object.hasOwn(source, field) ? source[field] : undefined
    return requireText(typeof value === 'string' ? value : undefined, child(here, field))
  })
  return [...missing, ...(checks[type]?.(volume, here) ?? [])]
}

type Check = (volume: Volume, path: FieldPath) => readonly FieldError[]

const checks: Partial<Record<VolumeType, Check>> = {
  gcePersistentDisk: ({ gcePersistentDisk: disk }, path) =>
    validatePartition(disk?.partition ?? 0, child(path, 'partition')),
  awsElasticBlockStore: ({ awsElasticBlockStore: disk }, path) =>
    validatePartition(disk?.partition ?? 0, child(path, 'partition')),
  cinder: ({ cinder }, path) => requireSecretName(cinder?.secretRef, path),
  azureDisk: ({ azureDisk }, path) => validateAzureDisk(azureDisk ?? {}, path),
  storageos: ({ storageos }, path) => validateStorageOs(storageos ?? {}, path),
  csi: ({ csi }, path) => validateCsi(csi ?? {}, path),
}

const requireSecretName = (
  secret: { readonly name?: string | undefined } | undefined,
  path: FieldPath,
): readonly FieldError[] => (secret ? requireText(secret.name, child(path, 'secretRef', 'name')) : [])

/** The text requires at least 1, the check allows 0, as in the reference. */
const validatePartition = (value: number, path: FieldPath): readonly FieldError[] =>
  value < 0 || value > 255 ? [invalid(path, value, inclusiveRange(1, 255))] : []

const managedUri = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const blobUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

function validateAzureDisk(disk: AzureDiskVolumeSource, path: FieldPath): readonly FieldError[] {
  const uri = disk.diskURI ?? ''
  const here = child(path, 'diskURI')
  const errors: FieldError[] = [
    ...requireText(disk.diskName, child(path, 'diskName')),
    ...requireText(uri, here),
    ...oneOf(disk.cachingMode, child(path, 'cachingMode'), ['None', 'ReadOnly', 'ReadWrite']),
    ...oneOf(disk.kind, child(path, 'kind'), ['Dedicated', 'Managed', 'Shared']),
  ]
  if (disk.kind === 'Managed' && !uri.startsWith('/subscriptions/')) errors.push(notSupported(here, uri, [managedUri]))
  if (disk.kind !== undefined && disk.kind !== 'Managed' && !uri.startsWith('https://')) {
    errors.push(notSupported(here, uri, [blobUri]))
  }
  return errors
}

const validateStorageOs = (source: StorageOSVolumeSource, path: FieldPath): readonly FieldError[] => [
  ...(source.volumeName
    ? checkText(source.volumeName, child(path, 'volumeName'), dns1123Label)
    : requireText('', child(path, 'volumeName'))),
  ...(source.volumeNamespace ? checkText(source.volumeNamespace, child(path, 'volumeNamespace'), dns1123Label) : []),
  ...requireSecretName(source.secretRef, path),
]

const driverCharactersMax = 63

/** Validates the name of a CSI driver. */
export const validateDriverName = (driver: string, path: FieldPath): readonly FieldError[] => [
  ...requireText(driver, path),
  ...(driver.length > driverCharactersMax ? [tooLong(path, driverCharactersMax)] : []),
  ...dns1123Subdomain(driver.toLowerCase()).map((text) => invalid(path, driver, text)),
]

function validateCsi(source: CSIVolumeSource, path: FieldPath): readonly FieldError[] {
  const errors = validateDriverName(source.driver ?? '', child(path, 'driver'))
  const secret = source.nodePublishSecretRef
  if (!secret) return errors
  return [
    ...errors,
    ...(secret.name
      ? checkText(secret.name, child(path, 'name'), dns1123Subdomain)
      : requireText('', child(path, 'nodePublishSecretRef', 'name'))),
  ]
}
