import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RemoteService } from './remote-service.ts'

/** Reads objects of the core group and of `discovery.orch.io`. */
export interface ServiceReader {
  service(namespace: string, name: string): Promise<ApiObject | null>
  endpoints(namespace: string, name: string): Promise<ApiObject | null>
  /** The endpoint slices of a service. */
  slices(namespace: string, name: string): Promise<readonly ApiObject[]>
}

/** The address of a service, or the reason and message of the condition Available if there is none. */
export type Resolved =
  | { readonly type: 'found'; readonly host: string; readonly port: number }
  | { readonly type: 'missing'; readonly reason: string; readonly message: string }

/**
 * Finds the address of the server behind an APIService: the external name of its service, or a ready endpoint. Cluster
 * addresses lead nowhere here, so endpoints are called as with `--enable-aggregator-routing`. [APS6]
 */
export async function resolveService({ service }: RemoteService, reader: ServiceReader): Promise<Resolved> {
  const { namespace, name, port } = service
  const found = await reader.service(namespace, name)
  if (found === null)
    return missing('ServiceNotFound', `service/${name} in ${JSON.stringify(namespace)} is not present`)
  const spec = isObject(found['spec']) ? found['spec'] : {}
  if (spec['type'] === 'ExternalName') return { type: 'found', host: String(spec['externalName'] ?? ''), port }
  const servicePort = listOf(spec['ports'])
    .filter(isObject)
    .find((each) => each['port'] === port)
  if (servicePort === undefined)
    return missing(
      'ServicePortError',
      `service/${name} in ${JSON.stringify(namespace)} is not listening on port ${port}`,
    )
  const portName = textOf(servicePort['name'])
  const slices = await reader.slices(namespace, name)
  const endpoints = slices.length === 0 ? await reader.endpoints(namespace, name) : null
  if (slices.length === 0 && endpoints === null)
    return missing(
      'EndpointsNotFound',
      `cannot find endpointslices for service/${name} in ${JSON.stringify(namespace)}`,
    )
  const places =
    endpoints === null
      ? slices.flatMap((slice) => placesOfSlice(slice, portName))
      : placesOfEndpoints(endpoints, portName)
  const [first] = places
  return first === undefined
    ? missing(
        'MissingEndpoints',
        `endpointslices for service/${name} in ${JSON.stringify(namespace)} have no addresses with port name ${JSON.stringify(portName)}`,
      )
    : { type: 'found', ...first }
}

const missing = (reason: string, message: string): Resolved => ({ type: 'missing', reason, message })

interface Place {
  readonly host: string
  readonly port: number
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function portOf(ports: Json | undefined, name: string): number | null {
  const found = listOf(ports)
    .filter(isObject)
    .find((each) => textOf(each['name']) === name)
  return typeof found?.['port'] === 'number' ? found['port'] : null
}

function placesOfSlice(slice: ApiObject, portName: string): readonly Place[] {
  const port = portOf(slice['ports'], portName)
  if (port === null) return []
  const isReady = ({ conditions }: JsonObject): boolean => !isObject(conditions) || conditions['ready'] !== false
  return listOf(slice['endpoints'])
    .filter(isObject)
    .filter(isReady)
    .flatMap(({ addresses }) => listOf(addresses).map((address) => ({ host: String(address), port })))
}

const placesOfEndpoints = (endpoints: ApiObject, portName: string): readonly Place[] =>
  listOf(endpoints['subsets'])
    .filter(isObject)
    .flatMap(({ addresses, ports }) => {
      const port = portOf(ports, portName)
      return port === null
        ? []
        : listOf(addresses)
            .filter(isObject)
            .map(({ ip }) => ({ host: textOf(ip), port }))
    })
