import { child, type FieldError, forbidden, invalid, required } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import { validateCloudVolume, validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import { validateFileVolume } from '#server/resources/parts/pod-spec/volumes/file-volumes.ts'
import { withoutBacksteps } from '#server/resources/parts/pod-spec/volumes/local-path.ts'
import { validateNetworkVolume } from '#server/resources/parts/pod-spec/volumes/network-volumes.ts'
import { template } from '#server/resources/parts/pod-spec/pod-spec-context.ts'
import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  PersistentVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
} from '#server/kinds/types/core-v1.ts'
import { validateIscsi } from './validation-iscsi.ts'

type SourceType = keyof PersistentVolumeSource & string
type Check = (spec: PersistentVolumeSpec, volumeName: string) => readonly FieldError[]

const path = 'spec'
const cloud =
  (
    type:
      | 'gcePersistentDisk'
      | 'awsElasticBlockStore'
      | 'vsphereVolume'
      | 'photonPersistentDisk'
      | 'portworxVolume'
      | 'azureDisk',
  ): Check =>
  (spec) =>
    validateCloudVolume({ [type]: spec[type] }, type, path)
const network =
  (type: 'flocker' | 'nfs' | 'quobyte' | 'fc'): Check =>
  (spec) =>
    validateNetworkVolume({ [type]: spec[type] }, type, path)

/** Source types in the order in which the reference validates them. */
const checks: readonly (readonly [SourceType, Check])[] = [
  ['hostPath', ({ hostPath }) => validateFileVolume({ hostPath }, 'hostPath', path, template)],
  ['gcePersistentDisk', cloud('gcePersistentDisk')],
  ['awsElasticBlockStore', cloud('awsElasticBlockStore')],
  ['glusterfs', ({ glusterfs = {} }) => validateGlusterfs(glusterfs)],
  ['flocker', network('flocker')],
  ['nfs', network('nfs')],
  ['rbd', ({ rbd }) => validateNetworkVolume({ rbd: { monitors: rbd?.monitors, image: rbd?.image } }, 'rbd', path)],
  ['quobyte', network('quobyte')],
  ['cephfs', ({ cephfs }) => validateNetworkVolume({ cephfs: { monitors: cephfs?.monitors } }, 'cephfs', path)],
  ['iscsi', ({ iscsi = {} }, volumeName) => validateIscsi(iscsi, volumeName)],
  [
    'cinder',
    ({ cinder }) => [
      ...requireText(cinder?.volumeID, 'spec.cinder.volumeID'),
      ...requireSecret(cinder?.secretRef, 'spec.cinder.secretRef'),
    ],
  ],
  ['fc', network('fc')],
  [
    'flexVolume',
    ({ flexVolume }) =>
      validateNetworkVolume(
        { flexVolume: { driver: flexVolume?.driver, options: flexVolume?.options } },
        'flexVolume',
        path,
      ),
  ],
  ['azureFile', ({ azureFile = {} }) => validateAzureFile(azureFile)],
  ['vsphereVolume', cloud('vsphereVolume')],
  ['photonPersistentDisk', cloud('photonPersistentDisk')],
  ['portworxVolume', cloud('portworxVolume')],
  ['azureDisk', cloud('azureDisk')],
  [
    'scaleIO',
    ({ scaleIO = {} }) =>
      (['gateway', 'system', 'volumeName'] as const).flatMap((field) =>
        requireText(scaleIO[field], `spec.scaleIO.${field}`),
      ),
  ],
  ['local', validateLocal],
  ['storageos', validateStorageOs],
  ['csi', ({ csi = {} }) => validateCsi(csi)],
]

/** Requires exactly one source; only flexVolume is allowed beside another. [PV1] */
export function validateSources(spec: PersistentVolumeSpec, volumeName: string): readonly FieldError[] {
  let count = 0
  const errors: FieldError[] = []
  for (const [type, check] of checks) {
    if (spec[type] === undefined) continue
    if (count > 0 && type !== 'flexVolume') {
      // The reference spells one of the paths differently.
      const field = type === 'cephfs' ? 'cephFS' : type
      errors.push(forbidden(child(path, field), 'may not specify more than 1 volume type'))
      continue
    }
    count += 1
    errors.push(...check(spec, volumeName))
  }
  return count === 0 ? [...errors, required(path, 'must specify a volume type')] : errors
}

function requireSecret(secret: SecretReference | undefined, at: string): readonly FieldError[] {
  if (secret === undefined) return []
  return [...requireText(secret.name, child(at, 'name')), ...requireText(secret.namespace, child(at, 'namespace'))]
}

function validateGlusterfs(source: GlusterfsPersistentVolumeSource): readonly FieldError[] {
  const { endpoints, path: folder, endpointsNamespace: namespace } = source
  const at = 'spec.glusterfs.endpointsNamespace'
  return [
    ...requireText(endpoints, 'spec.glusterfs.endpoints'),
    ...requireText(folder, 'spec.glusterfs.path'),
    ...(namespace === ''
      ? [invalid(at, namespace, 'if the endpointnamespace is set, it must be a valid namespace name')]
      : []),
    ...(namespace ? checkText(namespace, at, dns1123Label) : []),
  ]
}

const validateAzureFile = (source: AzureFilePersistentVolumeSource): readonly FieldError[] => [
  ...requireText(source.secretName, 'spec.azureFile.secretName'),
  ...requireText(source.shareName, 'spec.azureFile.shareName'),
  ...(source.secretNamespace === undefined
    ? []
    : requireText(source.secretNamespace, 'spec.azureFile.secretNamespace')),
]

/** A local volume requires a node affinity. */
function validateLocal({ local, nodeAffinity }: PersistentVolumeSpec): readonly FieldError[] {
  const folder = local?.path ?? ''
  return [
    ...requireText(folder, 'spec.local.path'),
    ...(folder === '' ? [] : withoutBacksteps(folder, 'spec.local.path')),
    ...(nodeAffinity === undefined ? [required('spec.nodeAffinity', 'Local volume requires node affinity')] : []),
  ]
}

function validateStorageOs({ storageos = {} }: PersistentVolumeSpec): readonly FieldError[] {
  const { volumeName = '', volumeNamespace = '', secretRef } = storageos
  const at = 'spec.storageos'
  return [
    ...(volumeName === '' ? [required(`${at}.volumeName`)] : checkText(volumeName, `${at}.volumeName`, dns1123Label)),
    ...(volumeNamespace === '' ? [] : checkText(volumeNamespace, `${at}.volumeNamespace`, dns1123Label)),
    ...requireSecret(secretRef, `${at}.secretRef`),
  ]
}

function validateCsi(source: CSIPersistentVolumeSource): readonly FieldError[] {
  const at = 'spec.csi'
  const secrets = [
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ] as const
  return [
    ...validateDriverName(source.driver ?? '', `${at}.driver`),
    ...requireText(source.volumeHandle, `${at}.volumeHandle`),
    ...secrets.flatMap((field) => validateSecret(source[field], child(at, field))),
  ]
}

function validateSecret(secret: SecretReference | undefined, at: string): readonly FieldError[] {
  if (secret === undefined) return []
  const { name = '', namespace = '' } = secret
  return [
    ...(name === '' ? [required(child(at, 'name'))] : checkText(name, child(at, 'name'), dns1123Subdomain)),
    ...(namespace === ''
      ? [required(child(at, 'namespace'))]
      : checkText(namespace, child(at, 'namespace'), dns1123Label)),
  ]
}
