import { type Pieces, eachInPieces } from '#api/bodies/in-pieces.ts'
import { child, type FieldError, type FieldPath, index, required } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain, qualifiedName } from '#api/names.ts'
import { validateIp, validateNonSpecialIp } from '#server/resources/parts/validation/addresses.ts'
import { portNumber } from '#server/resources/parts/validation/port-numbers.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { validateProtocol } from '#server/resources/core/services/validation-ports.ts'
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from '#server/kinds/types/core-v1.ts'

/** Addresses must be routable, and ports must have names if there is more than one. [EP2] [ER8] */
export function* validateEndpoints({ subsets = [] }: Endpoints): Pieces<readonly FieldError[]> {
  const errors: FieldError[] = []
  for (const [at, subset] of subsets.entries())
    for (const error of yield* validateSubset(subset, index('subsets', at))) errors.push(error)
  return errors
}

function* validateSubset(subset: EndpointSubset, path: FieldPath): Pieces<readonly FieldError[]> {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset
  const isEmpty = addresses.length + notReadyAddresses.length === 0
  const ready = yield* validateAddresses(addresses, child(path, 'addresses'))
  const notReady = yield* validateAddresses(notReadyAddresses, child(path, 'notReadyAddresses'))
  return [
    ...(isEmpty ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...ready,
    ...notReady,
    ...ports.flatMap((port, at) => validatePort(port, ports.length > 1, index(child(path, 'ports'), at))),
  ]
}

const validateAddresses = (addresses: readonly EndpointAddress[], path: FieldPath): Pieces<FieldError[]> =>
  eachInPieces(addresses, (address, at) => validateAddress(address, index(path, at)))

function validateAddress(
  { ip = '', hostname = '', nodeName }: EndpointAddress,
  path: FieldPath,
): readonly FieldError[] {
  const ipPath = child(path, 'ip')
  return [
    ...validateIp(ip, ipPath),
    ...(hostname === '' ? [] : checkText(hostname, child(path, 'hostname'), dns1123Label)),
    ...(nodeName === undefined ? [] : checkText(nodeName, child(path, 'nodeName'), dns1123Subdomain)),
    ...validateNonSpecialIp(ip, ipPath),
  ]
}

function validatePort(port: EndpointPort, needsName: boolean, path: FieldPath): readonly FieldError[] {
  const { name = '', protocol = '', appProtocol } = port
  const namePath = child(path, 'name')
  return [
    ...(name === '' && needsName ? [required(namePath)] : []),
    ...(name === '' ? [] : checkText(name, namePath, dns1123Label)),
    ...portNumber(port.port ?? 0, child(path, 'port')),
    ...validateProtocol(protocol, child(path, 'protocol')),
    ...(appProtocol === undefined ? [] : checkText(appProtocol, child(path, 'appProtocol'), qualifiedName)),
  ]
}
