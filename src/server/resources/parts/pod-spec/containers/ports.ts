import { child, duplicate, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { portName, portNumber } from '#api/names.ts'
import { checkText, requireOneOf } from '#server/resources/parts/validation/texts.ts'
import type { Container, ContainerPort } from '#server/kinds/types/core-v1.ts'

export const protocols: string[] = ['SCTP', 'TCP', 'UDP']

/** Validates the ports of one container; valid names are unique. [POD20] */
export function validatePorts(ports: readonly ContainerPort[], path: FieldPath): readonly FieldError[] {
  const names = new Set<string>()
  return ports.flatMap((port, at) => validatePort(port, index(path, at), names))
}

function validatePort(port: ContainerPort, path: FieldPath, names: Set<string>): readonly FieldError[] {
  const { containerPort = 0, hostPort = 0 } = port
  const errors: FieldError[] = [...validatePortName(port.name ?? '', child(path, 'name'), names)]
  if (containerPort === 0) errors.push(required(child(path, 'containerPort')))
  else errors.push(...checkNumber(containerPort, child(path, 'containerPort')))
  if (hostPort !== 0) errors.push(...checkNumber(hostPort, child(path, 'hostPort')))
  return [...errors, ...requireOneOf(port.protocol, child(path, 'protocol'), protocols)]
}

function validatePortName(name: string, path: FieldPath, names: Set<string>): readonly FieldError[] {
  if (name === '') return []
  const errors = checkText(name, path, portName)
  if (errors.length > 0) return errors
  if (names.has(name)) return [duplicate(path, name)]
  names.add(name)
  return []
}

const checkNumber = (port: number, path: FieldPath): readonly FieldError[] =>
  portNumber(port).map((text) => invalid(path, port, text))

/** Validates a port number or the name of a container port. */
export const validatePortNumberOrName = (port: number | string | undefined, path: FieldPath): readonly FieldError[] =>
  typeof port === 'string' ? checkText(port, path, portName) : checkNumber(port ?? 0, path)

/** Requires unique host ports among `containers`. */
export function validateHostPorts(containers: readonly Container[], path: FieldPath): readonly FieldError[] {
  const taken = new Set<string>()
  return containers.flatMap((container, at) =>
    (container.ports ?? []).flatMap((port, portAt) => {
      if (!port.hostPort) return []
      const text = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`
      const seen = taken.has(text)
      taken.add(text)
      return seen ? [duplicate(child(index(child(index(path, at), 'ports'), portAt), 'hostPort'), text)] : []
    }),
  )
}
