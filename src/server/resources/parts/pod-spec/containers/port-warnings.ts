import { child, type FieldPath, index } from '#api/field-error.ts'
import type { Container, ContainerPort } from '#server/kinds/types/core-v1.ts'

interface PlacedPort {
  readonly port: ContainerPort
  readonly path: FieldPath
}

/** Equal ports clash in pairs. A response has room for fewer warnings than this. */
const WARNINGS_MAX = 5_000

/** Warns of duplicate and conflicting ports of all containers. [POD50] */
export function portWarnings(containers: Iterable<readonly [Container, FieldPath]>): readonly string[] {
  const ports = [...containers].flatMap(([{ ports: each = [] }, path]) =>
    each.map((port, at): PlacedPort => ({ port, path: index(child(path, 'ports'), at) })),
  )
  const before = new Map<string, PlacedPort[]>()
  const warnings: string[] = []
  for (const placed of ports) {
    const { containerPort = 0, protocol = '' } = placed.port
    const id = `${containerPort} ${protocol}`
    const others = before.get(id) ?? []
    warnings.push(...lonelyAddress(placed))
    if (warnings.length < WARNINGS_MAX) warnings.push(...clashes(placed, others))
    others.push(placed)
    before.set(id, others)
  }
  return [...warnings, ...names(ports)]
}

function lonelyAddress({ port, path }: PlacedPort): readonly string[] {
  const { name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' } = port
  if (hostIP === '' || hostPort !== 0) return []
  const shown = `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`
  return [`${path}: hostIP set without hostPort: ${shown}`]
}

/** Compares a port with earlier ones of the same number and protocol. */
const clashes = ({ port, path }: PlacedPort, before: readonly PlacedPort[]): readonly string[] =>
  before.flatMap((other) => {
    const how = clash(port, other.port)
    return how === null ? [] : [`${path}: ${how} port definition with ${other.path}`]
  })

function clash(
  { hostPort = 0, hostIP = '' }: ContainerPort,
  { hostPort: otherPort = 0, hostIP: otherIP = '' }: ContainerPort,
): string | null {
  if (hostPort === otherPort && hostIP === otherIP) return 'duplicate'
  if (hostPort === 0 || otherPort === 0) return 'overlapping'
  return hostPort === otherPort && (hostIP === '') !== (otherIP === '') ? 'dangerously ambiguous' : null
}

function names(ports: readonly PlacedPort[]): readonly string[] {
  const first = new Map<string, FieldPath>()
  return ports.flatMap(({ port: { name = '' }, path }) => {
    if (name === '') return []
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, path)
      return []
    }
    const use = `services and probes that select ports by name will use ${other}`
    return [`${path}: duplicate port name ${JSON.stringify(name)} with ${other}, ${use}`]
  })
}
