import {
  child,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '#api/field-error.ts'
import { byteLength, dns1123Label } from '#api/names.ts'
import { listMax, validateConfiguration, validateRaw } from '#server/resources/parts/devices/configuration.ts'
import { validateItems, validatePoolName, validateSet } from '#server/resources/parts/devices/lists.ts'
import {
  requestNames,
  type RequestNames,
  validateReferences,
  validateRequestReference,
} from '#server/resources/parts/devices/requests.ts'
import { validateConditions } from '#server/resources/parts/validation/conditions.ts'
import { immutableAs } from '#server/resources/parts/internal-types/semantic-equality.ts'
import { parsePrefix } from '#server/resources/parts/validation/ip-text.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import { validateNodeSelector } from '#server/resources/parts/pod-spec/scheduling/affinity.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from '#server/kinds/types/resource-v1.ts'

const reservedMax = 256
const conditionsMax = 8
const addressesMax = 16

/** The reference prints a device id without its values. */
const shownId = { Driver: {}, Pool: {}, Device: {}, ShareID: {} }

const deviceId = (each: AllocatedDeviceStatus | DeviceRequestAllocationResult): string =>
  `${each.driver ?? ''}/${each.pool ?? ''}/${each.device ?? ''}`

/** Validates allocation, consumers and device statuses. [DRA7] */
export function validateStatus(next: ResourceClaim, live: ResourceClaim): readonly FieldError[] {
  const { reservedFor, devices, allocation } = next.status ?? {}
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceId))
  return [
    ...validateSet(
      reservedFor ?? [],
      { max: reservedMax, check: validateConsumer, key: ({ uid = '' }) => uid, keyName: 'uid' },
      'status.reservedFor',
    ),
    ...validateSet(
      devices ?? [],
      {
        max: Number.POSITIVE_INFINITY,
        check: (device, path) => validateDevice(device, allocated, path),
        key: deviceId,
        keyName: 'deviceID',
      },
      'status.devices',
    ),
    ...validateReservation(next, live),
    ...validateAllocationChange(next, live),
  ]
}

const validateConsumer = (consumer: ResourceClaimConsumerReference, path: FieldPath): readonly FieldError[] =>
  (['resource', 'name', 'uid'] as const).flatMap((field) => requireText(consumer[field], child(path, field)))

function validateReservation(next: ResourceClaim, live: ResourceClaim): readonly FieldError[] {
  const path = 'status.reservedFor'
  const reserved = next.status?.reservedFor ?? []
  if (reserved.length === 0) return []
  if (next.status?.allocation === undefined)
    return [forbidden(path, 'may not be specified when `allocated` is not set')]
  const before = new Set((live.status?.reservedFor ?? []).map(({ uid }) => uid))
  return next.metadata.deletionTimestamp === undefined || reserved.every(({ uid }) => before.has(uid))
    ? []
    : [forbidden(path, 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set')]
}

function validateAllocationChange(next: ResourceClaim, live: ResourceClaim): readonly FieldError[] {
  const path = 'status.allocation'
  const allocation = next.status?.allocation
  const before = live.status?.allocation
  if (allocation === undefined) return []
  return before === undefined
    ? validateAllocation(allocation, requestNames(next.spec?.devices ?? {}), path)
    : immutableAs('resource.v1.AllocationResult', allocation, before, path)
}

function validateAllocation({ devices = {}, nodeSelector }: AllocationResult, names: RequestNames, path: FieldPath) {
  const here = child(path, 'devices')
  return [
    ...validateItems(
      devices.results ?? [],
      { max: listMax, check: (result, at) => validateResult(result, names, at) },
      child(here, 'results'),
    ),
    ...validateItems(
      devices.config ?? [],
      { max: 2 * listMax, check: (config, at) => validateAllocationConfig(config, names, at) },
      child(here, 'config'),
    ),
    ...(nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, child(path, 'nodeSelector'))),
  ]
}

const validateDeviceNames = (each: AllocatedDeviceStatus, path: FieldPath): readonly FieldError[] => [
  ...validateDriverName(each.driver ?? '', child(path, 'driver')),
  ...validatePoolName(each.pool ?? '', child(path, 'pool')),
  ...checkText(each.device ?? '', child(path, 'device'), dns1123Label),
]

const validateResult = (result: DeviceRequestAllocationResult, names: RequestNames, path: FieldPath) => [
  ...validateRequestReference(result.request ?? '', names, child(path, 'request')),
  ...validateDeviceNames({ driver: result.driver, pool: result.pool, device: result.device }, path),
]

function validateAllocationConfig(config: DeviceAllocationConfiguration, names: RequestNames, path: FieldPath) {
  const sources = ['FromClaim', 'FromClass']
  const { source = '' } = config
  const here = child(path, 'source')
  return [
    ...(source === '' ? [required(here)] : sources.includes(source) ? [] : [notSupported(here, source, sources)]),
    ...validateReferences(config.requests, names, path),
    ...validateConfiguration(config, path),
  ]
}

function validateDevice(device: AllocatedDeviceStatus, allocated: ReadonlySet<string>, path: FieldPath) {
  const conditions = device.conditions ?? []
  return [
    ...validateDeviceNames(device, path),
    ...(allocated.has(deviceId(device)) ? [] : [invalid(path, shownId, 'must be an allocated device in the claim')]),
    ...(conditions.length > conditionsMax
      ? [tooMany(child(path, 'conditions'), conditions.length, conditionsMax)]
      : []),
    ...validateConditions(conditions, child(path, 'conditions')),
    ...(device.data === undefined ? [] : validateRaw(device.data, child(path, 'data'))),
    ...validateNetwork(device.networkData ?? {}, child(path, 'networkData')),
  ]
}

function validateNetwork(data: NetworkDeviceData, path: FieldPath): readonly FieldError[] {
  const { interfaceName = '', hardwareAddress = '', ips } = data
  return [
    ...(byteLength(interfaceName) > 256 ? [tooLong(child(path, 'interfaceName'), 256)] : []),
    ...(byteLength(hardwareAddress) > 128 ? [tooLong(child(path, 'hardwareAddress'), 128)] : []),
    ...validateSet(
      ips ?? [],
      { max: addressesMax, check: validateInterfaceAddress, key: (ip) => ip, keyName: '' },
      child(path, 'ips'),
    ),
  ]
}

const validateInterfaceAddress = (text: string, path: FieldPath): readonly FieldError[] =>
  parsePrefix(text) === null
    ? [invalid(path, text, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)')]
    : []
