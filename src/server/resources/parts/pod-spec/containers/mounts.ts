import {
  child,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notFoundValue,
  notSupported,
  required,
} from '#api/field-error.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import type { Container, Volume, VolumeDevice, VolumeMount } from '#server/kinds/types/core-v1.ts'
import { localDescendingPath, withoutBacksteps } from '#server/resources/parts/pod-spec/volumes/local-path.ts'

type Volumes = ReadonlyMap<string, Volume>

/** Validates volume mounts: each refers to a volume of the pod and has a unique path. [POD22] */
export function validateMounts(container: Container, volumes: Volumes, path: FieldPath): readonly FieldError[] {
  const paths = new Set<string>()
  const devices = placesOf(
    (container.volumeDevices ?? []).map(({ name, devicePath }) => [name ?? '', devicePath ?? '']),
  )
  return (container.volumeMounts ?? []).flatMap((mount, at) => {
    const here = index(path, at)
    const errors = [
      ...validateMountName(mount.name ?? '', volumes, child(here, 'name')),
      ...validateMountPath(mount.mountPath ?? '', paths, child(here, 'mountPath')),
      ...validateAgainstDevices(mount, devices, here),
      ...validateSubPaths(mount, volumes, { list: path, item: here }),
      // These two are reported at the list, as in the reference.
      ...validatePropagation(mount, container, child(path, 'mountPropagation')),
      ...validateRecursiveReadOnly(mount, child(path, 'recursiveReadOnly')),
    ]
    paths.add(mount.mountPath ?? '')
    return errors
  })
}

/** The volumes that a container has in another way, and where. */
interface Places {
  readonly names: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
}

/** Only the last place of each volume counts, as in the reference. */
function placesOf(entries: readonly (readonly [name: string, path: string])[]): Places {
  const places = new Map(entries)
  return { names: new Set(places.keys()), paths: new Set(places.values()) }
}

const validateMountName = (name: string, volumes: Volumes, path: FieldPath): readonly FieldError[] => [
  ...(name === '' ? [required(path)] : []),
  ...(volumes.has(name) ? [] : [notFoundValue(path, name)]),
]

const validateMountPath = (mountPath: string, taken: ReadonlySet<string>, path: FieldPath): readonly FieldError[] => [
  ...(mountPath === '' ? [required(path)] : []),
  ...(taken.has(mountPath) ? [invalid(path, mountPath, 'must be unique')] : []),
]

function validateAgainstDevices(
  { name = '', mountPath = '' }: VolumeMount,
  devices: Places,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (devices.names.has(name))
    errors.push(invalid(child(path, 'name'), name, 'must not already exist in volumeDevices'))
  if (devices.paths.has(mountPath)) {
    errors.push(invalid(child(path, 'mountPath'), mountPath, 'must not already exist as a path in volumeDevices'))
  }
  return errors
}

function validateSubPaths(
  { name = '', subPath = '', subPathExpr = '' }: VolumeMount,
  volumes: Volumes,
  paths: { readonly list: FieldPath; readonly item: FieldPath },
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (volumes.get(name)?.image) {
    const why = 'not allowed in image volume sources'
    if (subPath !== '') errors.push(invalid(child(paths.item, 'subPath'), subPath, why))
    if (subPathExpr !== '') errors.push(invalid(child(paths.item, 'subPathExpr'), subPathExpr, why))
  }
  if (subPath !== '') errors.push(...localDescendingPath(subPath, child(paths.list, 'subPath')))
  if (subPathExpr === '') return errors
  if (subPath !== '') {
    const why = 'subPathExpr and subPath are mutually exclusive'
    errors.push(invalid(child(paths.item, 'subPathExpr'), subPathExpr, why))
  }
  return [...errors, ...localDescendingPath(subPathExpr, child(paths.list, 'subPathExpr'))]
}

function validatePropagation(
  { mountPropagation }: VolumeMount,
  container: Container,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [...oneOf(mountPropagation, path, ['Bidirectional', 'HostToContainer', 'None'])]
  if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
    errors.push(forbidden(path, 'Bidirectional mount propagation is available only to privileged containers'))
  }
  return errors
}

function validateRecursiveReadOnly(mount: VolumeMount, path: FieldPath): readonly FieldError[] {
  const { recursiveReadOnly, mountPropagation = 'None' } = mount
  switch (recursiveReadOnly) {
    case undefined:
    case 'Disabled':
      return []
    case 'Enabled':
    case 'IfPossible':
      return [
        ...(mount.readOnly ? [] : [forbidden(path, 'may only be specified when readOnly is true')]),
        ...(mountPropagation === 'None'
          ? []
          : [forbidden(path, 'may only be specified when mountPropagation is None or not specified')]),
      ]
    default:
      return [notSupported(path, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])]
  }
}

/** Validates block devices: claims only, and not mounted as well. [POD22] */
export function validateDevices(container: Container, volumes: Volumes, path: FieldPath): readonly FieldError[] {
  const names = new Set<string>()
  const paths = new Set<string>()
  const mounts = placesOf((container.volumeMounts ?? []).map(({ name, mountPath }) => [name ?? '', mountPath ?? '']))
  return (container.volumeDevices ?? []).flatMap((device, at) => {
    const here = index(path, at)
    const errors = [
      ...validateDeviceName(device.name ?? '', names, volumes, child(here, 'name')),
      ...validateDevicePath(device.devicePath ?? '', paths, child(here, 'devicePath')),
      ...validateAgainstMounts(device, mounts, here),
    ]
    if (device.name) names.add(device.name)
    return errors
  })
}

function validateDeviceName(
  name: string,
  taken: ReadonlySet<string>,
  volumes: Volumes,
  path: FieldPath,
): readonly FieldError[] {
  const volume = volumes.get(name)
  const errors: FieldError[] = name === '' ? [required(path)] : []
  if (taken.has(name)) errors.push(invalid(path, name, 'must be unique'))
  if (volume === undefined) return [...errors, notFoundValue(path, name)]
  if (!volume.persistentVolumeClaim && !volume.ephemeral) {
    const why = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
    errors.push(invalid(path, name, why))
  }
  return errors
}

function validateDevicePath(devicePath: string, taken: Set<string>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = devicePath === '' ? [required(path)] : []
  if (taken.has(devicePath)) errors.push(invalid(path, devicePath, 'must be unique'))
  if (devicePath !== '' && withoutBacksteps(devicePath, path).length > 0) {
    errors.push(invalid(path, devicePath, "can not contain backsteps ('..')"))
  } else taken.add(devicePath)
  return errors
}

function validateAgainstMounts(
  { name = '', devicePath = '' }: VolumeDevice,
  mounts: Places,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (mounts.names.has(name)) errors.push(invalid(child(path, 'name'), name, 'must not already exist in volumeMounts'))
  if (mounts.paths.has(devicePath)) {
    errors.push(invalid(child(path, 'devicePath'), devicePath, 'must not already exist as a path in volumeMounts'))
  }
  return errors
}
