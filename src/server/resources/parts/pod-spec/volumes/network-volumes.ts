import { child, type FieldError, type FieldPath, invalid, key, required } from '#api/field-error.ts'
import { inclusiveRange } from '#server/resources/parts/validation/numbers.ts'
import { requireText } from '#server/resources/parts/validation/texts.ts'
import type {
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
  Volume,
} from '#server/kinds/types/core-v1.ts'
import type { VolumeType } from './volume-types.ts'

type Check = (volume: Volume, path: FieldPath) => readonly FieldError[]

const checks: Partial<Record<VolumeType, Check>> = {
  nfs: ({ nfs }, path) => validateNfs(nfs ?? {}, path),
  iscsi: ({ iscsi }, path) => validateIscsi(iscsi ?? {}, path),
  fc: ({ fc }, path) => validateFibreChannel(fc ?? {}, path),
  quobyte: ({ quobyte }, path) => validateQuobyte(quobyte ?? {}, path),
  flocker: ({ flocker }, path) => validateFlocker(flocker ?? {}, path),
  flexVolume: ({ flexVolume }, path) => validateFlex(flexVolume ?? {}, path),
  glusterfs: ({ glusterfs }, path) => [
    ...requireText(glusterfs?.endpoints, child(path, 'endpoints')),
    ...requireText(glusterfs?.path, child(path, 'path')),
  ],
  rbd: ({ rbd }, path) => [
    ...requireList(rbd?.monitors, child(path, 'monitors')),
    ...requireText(rbd?.image, child(path, 'image')),
  ],
  cephfs: ({ cephfs }, path) => requireList(cephfs?.monitors, child(path, 'monitors')),
}

/** Validates volumes of file servers and network disks. [POD14] */
export const validateNetworkVolume = (volume: Volume, type: VolumeType, path: FieldPath): readonly FieldError[] =>
  checks[type]?.(volume, child(path, type)) ?? []

const requireList = (list: readonly string[] | null | undefined, path: FieldPath): readonly FieldError[] =>
  (list?.length ?? 0) === 0 ? [required(path)] : []

const validateNfs = ({ server, path: folder = '' }: NFSVolumeSource, path: FieldPath): readonly FieldError[] => [
  ...requireText(server, child(path, 'server')),
  ...requireText(folder, child(path, 'path')),
  ...(folder.startsWith('/') ? [] : [invalid(child(path, 'path'), folder, 'must be an absolute path')]),
]

const iqn = /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/
const eui = /^eui.[A-Za-z0-9]{16}$/
const naa = /^naa.[A-Za-z0-9]{32}$/

function validateIscsi(source: ISCSIVolumeSource, path: FieldPath): readonly FieldError[] {
  const lun = source.lun ?? 0
  const errors: FieldError[] = [...requireText(source.targetPortal, child(path, 'targetPortal'))]
  errors.push(...(source.iqn ? qualified(source.iqn, child(path, 'iqn')) : [required(child(path, 'iqn'))]))
  if (lun < 0 || lun > 255) errors.push(invalid(child(path, 'lun'), lun, inclusiveRange(0, 255)))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) {
    errors.push(required(child(path, 'secretRef')))
  }
  if (source.initiatorName !== undefined) errors.push(...qualified(source.initiatorName, child(path, 'initiatorname')))
  return errors
}

/** Validates an iSCSI qualified name in one of its three formats. */
function qualified(text: string, path: FieldPath): readonly FieldError[] {
  const format = { iqn, eui, naa }[text.slice(0, 3)]
  if (format === undefined) return [invalid(path, text, 'must be valid format starting with iqn, eui, or naa')]
  return format.test(text) ? [] : [invalid(path, text, 'must be valid format')]
}

function validateFibreChannel(source: FCVolumeSource, path: FieldPath): readonly FieldError[] {
  const names = source.targetWWNs ?? []
  const ids = source.wwids ?? []
  const here = child(path, 'targetWWNs')
  const errors: FieldError[] = []
  if (names.length + ids.length === 0) {
    errors.push(required(here, 'must specify either targetWWNs or wwids, but not both'))
  }
  if (names.length > 0 && ids.length > 0) {
    errors.push(invalid(here, [...names], 'targetWWNs and wwids can not be specified simultaneously'))
  }
  if (names.length === 0) return errors
  const { lun } = source
  if (lun === undefined) return [...errors, required(child(path, 'lun'), 'lun is required if targetWWNs is specified')]
  return lun < 0 || lun > 255 ? [...errors, invalid(child(path, 'lun'), lun, inclusiveRange(0, 255))] : errors
}

const pairs = 'must be a host:port pair or multiple pairs separated by commas'

function validateQuobyte(source: QuobyteVolumeSource, path: FieldPath): readonly FieldError[] {
  return [...validateRegistry(source, path), ...requireText(source.volume, child(path, 'volume'))]
}

function validateRegistry({ registry = '', tenant = '' }: QuobyteVolumeSource, path: FieldPath): readonly FieldError[] {
  const here = child(path, 'registry')
  if (registry === '') return [required(here, pairs)]
  if (tenant.length >= 65) {
    return [required(child(path, 'tenant'), 'must be a UUID and may not exceed a length of 64 characters')]
  }
  return registry.split(',').flatMap((pair) => (isHostPort(pair) ? [] : [invalid(here, registry, pairs)]))
}

const isHostPort = (text: string): boolean => /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(text)

function validateFlocker(source: FlockerVolumeSource, path: FieldPath): readonly FieldError[] {
  const { datasetName = '', datasetUUID = '' } = source
  const errors: FieldError[] = []
  if (datasetName === '' && datasetUUID === '') {
    errors.push(required(path, 'one of datasetName and datasetUUID is required'))
  }
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'))
  }
  if (datasetName.includes('/')) errors.push(invalid(child(path, 'datasetName'), datasetName, "must not contain '/'"))
  return errors
}

const reserved = '.orch.io'

function validateFlex(source: FlexVolumeSource, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [...requireText(source.driver, child(path, 'driver'))]
  for (const option of Object.keys(source.options ?? {}).toSorted()) {
    const space = `.${(option.includes('/') ? option.slice(0, option.indexOf('/')) : option).toLowerCase()}`
    if (!space.endsWith(reserved)) continue
    const why = 'orch.io and orch.io namespaces are reserved'
    errors.push(invalid(key(child(path, 'options'), option), option, why))
  }
  return errors
}
