import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '#api/names.ts'
import { validateLabels } from '#server/registry/metadata/validate-meta.ts'
import { validateIp, validateIpOfFamily, validateNonSpecialIp } from '#server/resources/parts/validation/addresses.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { supportedProtocols, validateProtocol } from '#server/resources/core/services/validation-ports.ts'
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '#server/kinds/types/discovery-v1.ts'
import { fullyQualifiedDomainName } from './domain-name.ts'

const endpointsMax = 1000
const addressesMax = 100
const portsMax = 20_000
const topologyLabelsMax = 16
const hintsMax = 8
const addressTypes = ['FQDN', 'IPv4', 'IPv6']

/** Validates addresses of one type, and ports with unique names. [EPS3] */
export const validateSlice = (slice: EndpointSlice): readonly FieldError[] => [
  ...validateAddressType(slice.addressType ?? ''),
  ...validateEndpoints(slice.endpoints ?? [], slice.addressType ?? ''),
  ...validatePorts(slice.ports ?? []),
]

/** The address type is immutable. [EPS4] */
export function validateSliceUpdate(next: EndpointSlice, live: EndpointSlice): readonly FieldError[] {
  const { addressType = '' } = next
  const same = addressType === (live.addressType ?? '')
  return [...validateSlice(next), ...(same ? [] : [invalid('addressType', addressType, 'field is immutable')])]
}

function validateAddressType(type: string): readonly FieldError[] {
  if (type === '') return [required('addressType')]
  return addressTypes.includes(type) ? [] : [notSupported('addressType', type, addressTypes)]
}

function validateEndpoints(endpoints: readonly Endpoint[], type: string): readonly FieldError[] {
  if (endpoints.length > endpointsMax) return [tooMany('endpoints', endpoints.length, endpointsMax)]
  return endpoints.flatMap((endpoint, at) => validateEndpoint(endpoint, type, index('endpoints', at)))
}

function validateEndpoint(endpoint: Endpoint, type: string, path: FieldPath): readonly FieldError[] {
  const { nodeName, hostname, hints, deprecatedTopology = {} } = endpoint
  const addresses = endpoint.addresses ?? []
  const addressesPath = child(path, 'addresses')
  const topologyPath = child(path, 'deprecatedTopology')
  const topologyCount = Object.keys(deprecatedTopology).length
  return [
    ...(addresses.length === 0 ? [required(addressesPath, 'must contain at least 1 address')] : []),
    ...(addresses.length > addressesMax ? [tooMany(addressesPath, addresses.length, addressesMax)] : []),
    ...addresses.flatMap((address, at) => validateAddress(address, type, index(addressesPath, at))),
    ...(nodeName === undefined ? [] : checkText(nodeName, child(path, 'nodeName'), dns1123Subdomain)),
    ...(topologyCount > topologyLabelsMax ? [tooMany(topologyPath, topologyCount, topologyLabelsMax)] : []),
    ...validateLabels(deprecatedTopology, topologyPath),
    ...(hostname === undefined ? [] : checkText(hostname, child(path, 'hostname'), dns1123Label)),
    ...(hints === undefined ? [] : validateHints(hints, child(path, 'hints'))),
  ]
}

function validateAddress(address: string, type: string, path: FieldPath): readonly FieldError[] {
  if (type === 'FQDN') return fullyQualifiedDomainName(address, path)
  if (type !== 'IPv4' && type !== 'IPv6') return []
  const errors = validateIp(address, path)
  if (errors.length > 0) return errors
  return [...validateIpOfFamily(address, type, path), ...validateNonSpecialIp(address, path)]
}

function validateHints({ forZones = [], forNodes = [] }: EndpointHints, path: FieldPath): readonly FieldError[] {
  const zones = validateHintNames(forZones, child(path, 'forZones'), labelValue)
  // Too many zones skip the remaining checks.
  if (forZones.length > hintsMax) return zones
  return [...zones, ...validateHintNames(forNodes, child(path, 'forNodes'), dns1123Subdomain)]
}

function validateHintNames(
  hints: readonly { readonly name?: string | undefined }[],
  path: FieldPath,
  check: (name: string) => readonly string[],
): readonly FieldError[] {
  if (hints.length > hintsMax) return [tooMany(path, hints.length, hintsMax)]
  const names = hints.map(({ name = '' }) => name)
  return names.flatMap((name, at) => {
    const namePath = child(index(path, at), 'name')
    return [...(names.indexOf(name) < at ? [duplicate(namePath, name)] : []), ...checkText(name, namePath, check)]
  })
}

function validatePorts(ports: readonly EndpointPort[]): readonly FieldError[] {
  if (ports.length > portsMax) return [tooMany('ports', ports.length, portsMax)]
  const names = new Set<string>()
  return ports.flatMap((port, at) => {
    const path = index('ports', at)
    const { name = '', protocol, appProtocol } = port
    const errors = [
      ...(name === '' ? [] : checkText(name, child(path, 'name'), dns1123Label)),
      ...(names.has(name) ? [duplicate(child(path, 'name'), name)] : []),
      ...(protocol === ''
        ? [notSupported(child(path, 'protocol'), '', supportedProtocols)]
        : validateProtocol(protocol ?? '', child(path, 'protocol'))),
      ...(appProtocol === undefined ? [] : checkText(appProtocol, child(path, 'appProtocol'), qualifiedName)),
    ]
    names.add(name)
    return errors
  })
}
