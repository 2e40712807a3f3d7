import { ApiError } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import type { Service, ServicePort, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import type { Pool } from './allocation-pool.ts'
import { isLoadBalancer, needsHealthCheckPort, needsNodePort, nodePortsOf, specOf } from './service-type.ts'

const allocatesNodePorts = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) && (!isLoadBalancer(spec) || spec.allocateLoadBalancerNodePorts !== false)

const refused = (at: number, port: number, refusal: string | null): readonly FieldError[] =>
  refusal === null ? [] : [invalid(`spec.ports[${at}].nodePort`, port, refusal)]

/** Allocates a node port for each port of a service that needs one, and checks requested ones. [SVC13] */
export async function allocateNodePorts(
  next: Service,
  live: Service | null,
  pool: Pool,
): Promise<readonly FieldError[]> {
  const spec = specOf(next)
  if (!needsNodePort(spec)) return []
  return live === null ? allocateFirst(spec, pool) : allocateMore(spec, specOf(live), pool)
}

/** On create, ports with the same number (TCP and UDP) share a node port. */
async function allocateFirst(spec: ServiceSpec, pool: Pool): Promise<readonly FieldError[]> {
  const { ports = [] } = spec
  const byPort = new Map<number, number>()
  for (const [at, port] of ports.entries()) {
    const requested = port.nodePort ?? 0
    const number = port.port ?? 0
    if (requested === 0 && !allocatesNodePorts(spec)) continue
    const shared = byPort.get(number)
    const errors =
      shared === undefined ? await takeFirst(port, at, ports, pool) : await takeNext(port, at, shared, pool)
    if (errors.length > 0) return errors
    if (shared === undefined) byPort.set(number, port.nodePort ?? 0)
  }
  return []
}

async function takeNext(port: ServicePort, at: number, shared: number, pool: Pool): Promise<readonly FieldError[]> {
  const requested = port.nodePort ?? 0
  if (requested === 0) port.nodePort = shared
  return requested === 0 || requested === shared ? [] : refused(at, requested, await pool.takePort(requested))
}

async function takeFirst(
  port: ServicePort,
  at: number,
  ports: readonly ServicePort[],
  pool: Pool,
): Promise<readonly FieldError[]> {
  const requested = ports.find((other) => other.port === port.port && (other.nodePort ?? 0) !== 0)?.nodePort
  if (requested === undefined) {
    port.nodePort = await pool.nextPort()
    return []
  }
  port.nodePort = requested
  return refused(at, requested, await pool.takePort(requested))
}

async function allocateMore(spec: ServiceSpec, live: ServiceSpec, pool: Pool): Promise<readonly FieldError[]> {
  const had = new Set(nodePortsOf(live))
  const taken = new Set<string>()
  for (const [at, port] of (spec.ports ?? []).entries()) {
    const requested = port.nodePort ?? 0
    if (requested === 0 && !allocatesNodePorts(spec)) continue
    if (requested === 0) port.nodePort = await pool.nextPort()
    else if (!had.has(requested)) {
      const errors = refused(at, requested, await pool.takePort(requested))
      if (errors.length > 0) return errors
      had.add(requested)
    }
    rejectDuplicate(port, taken)
  }
  return []
}

/** The reference returns a plain error here, which becomes a 500. */
function rejectDuplicate({ protocol = '', nodePort = 0 }: ServicePort, taken: Set<string>): void {
  const pair = `{${protocol} ${nodePort}}`
  if (taken.has(pair)) throw new ApiError('InternalError', `duplicate nodePort: ${pair}`, { reasonText: '' })
  taken.add(pair)
}

/**
 * Allocates or checks the health check port.
 * @throws ApiError InternalError when the requested port is not available
 */
export async function allocateHealthCheckPort(next: Service, live: Service | null, pool: Pool): Promise<void> {
  const spec = specOf(next)
  if (!needsHealthCheckPort(spec) || (live !== null && needsHealthCheckPort(specOf(live)))) return
  const requested = spec.healthCheckNodePort ?? 0
  if (requested === 0) {
    spec.healthCheckNodePort = await pool.nextPort()
    return
  }
  const refusal = await pool.takePort(requested)
  if (refusal === null) return
  const text = `failed to allocate requested HealthCheck NodePort ${requested}: ${refusal}`
  throw new ApiError('InternalError', `Internal error occurred: ${text}`, { details: { causes: [{ message: text }] } })
}
