import {
  child,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { dns1123Label, portName, qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { portNumber } from '#server/resources/parts/validation/port-numbers.ts'
import type { ServicePort, ServiceSpec } from '#server/kinds/types/core-v1.ts'

const portsPath = 'spec.ports'
export const supportedProtocols: readonly string[] = ['SCTP', 'TCP', 'UDP']

/** Validates each port; names are unique, and required if there is more than one port. [SVC3] */
export function validatePorts({ ports = [] }: ServiceSpec): readonly FieldError[] {
  const names = new Set<string>()
  return ports.flatMap((port, at) => {
    const path = index(portsPath, at)
    const errors = [...validatePortName(port, path, ports.length > 1, names), ...validatePort(port, path)]
    names.add(port.name ?? '')
    return errors
  })
}

function validatePortName(
  { name = '' }: ServicePort,
  path: FieldPath,
  needed: boolean,
  taken: ReadonlySet<string>,
): readonly FieldError[] {
  const field = child(path, 'name')
  if (name === '') return needed ? [required(field)] : []
  return [...checkText(name, field, dns1123Label), ...(taken.has(name) ? [duplicate(field, name)] : [])]
}

function validatePort(port: ServicePort, path: FieldPath): readonly FieldError[] {
  const { protocol = '', targetPort = 0, appProtocol } = port
  return [
    ...portNumber(port.port ?? 0, child(path, 'port')),
    ...validateProtocol(protocol, child(path, 'protocol')),
    ...portNumberOrName(targetPort, child(path, 'targetPort')),
    ...(appProtocol === undefined ? [] : checkText(appProtocol, child(path, 'appProtocol'), qualifiedName)),
  ]
}

export function validateProtocol(protocol: string, path: FieldPath): readonly FieldError[] {
  if (protocol === '') return [required(path)]
  return supportedProtocols.includes(protocol) ? [] : [notSupported(path, protocol, supportedProtocols)]
}

const portNumberOrName = (value: number | string, path: FieldPath): readonly FieldError[] =>
  typeof value === 'number' ? portNumber(value, path) : checkText(value, path, portName)

export const forbidNodePorts = ({ type, ports = [] }: ServiceSpec): readonly FieldError[] =>
  type !== 'ClusterIP'
    ? []
    : ports.flatMap(({ nodePort = 0 }, at) =>
        nodePort === 0
          ? []
          : [forbidden(child(index(portsPath, at), 'nodePort'), "may not be used when `type` is 'ClusterIP'")],
      )

/** Requires unique pairs of protocol and node port, and of protocol and port. [SVC3] */
export function validateUniquePorts({ ports = [] }: ServiceSpec): readonly FieldError[] {
  const nodePorts = new Set<string>()
  const numbers = new Set<string>()
  const nodePortErrors: FieldError[] = []
  const numberErrors: FieldError[] = []
  for (const [at, { protocol = '', port = 0, nodePort = 0 }] of ports.entries()) {
    const path = index(portsPath, at)
    const nodePortKey = `${protocol} ${nodePort}`
    if (nodePort !== 0 && nodePorts.has(nodePortKey)) nodePortErrors.push(duplicate(child(path, 'nodePort'), nodePort))
    nodePorts.add(nodePortKey)
    const numberKey = `${protocol} ${port}`
    if (numbers.has(numberKey)) numberErrors.push(duplicate(path, printedPort(protocol, port)))
    numbers.add(numberKey)
  }
  return [...nodePortErrors, ...numberErrors]
}

/** Formats the key of a port as the reference prints its internal type. */
const printedPort = (protocol: string, port: number) => ({
  Name: '',
  Protocol: protocol,
  AppProtocol: null,
  Port: port,
  TargetPort: 0,
  NodePort: 0,
})

/** A health check port is set if and only if the traffic policy needs one. [SVC4] */
export function validateHealthCheckPort(nodePort: number, needed: boolean): readonly FieldError[] {
  const path = 'spec.healthCheckNodePort'
  if (needed) return nodePort === 0 ? [required(path)] : portNumber(nodePort, path)
  return nodePort === 0
    ? []
    : [invalid(path, nodePort, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'")]
}
