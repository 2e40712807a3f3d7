import type { OutboundFetch } from '#api/outbound-fetch.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { followApiServices, type FollowedServices } from './followed-services.ts'
import { createServiceReader } from './service-reader.ts'
import { type Documents, readDocuments } from './remote-documents.ts'
import { toRemoteService } from './remote-service.ts'
import { callService } from './call-service.ts'
import { resolveService } from './resolve-service.ts'

/** The condition Available of an APIService. */
export interface Availability {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** The group versions that other servers serve. */
export interface Aggregation extends FollowedServices {
  /** The discovery data that the other server returned when it was last checked. */
  documentsOf(name: string): Documents | undefined
  /** Calls a path of the other server as a user. @throws Error if it cannot be reached */
  call: ReturnType<typeof callService>
  /** Checks whether the server behind an APIService answers. */
  check(object: ApiObject): Promise<Availability>
}

export interface AggregationPorts {
  readonly objects: ObjectStore
  readonly resources: () => ResourceTable
  readonly fetch: OutboundFetch
}

/** Follows the stored APIServices and calls the servers behind them. [APS6] [APS7] */
export function createAggregation({ objects, resources, fetch }: AggregationPorts): Aggregation {
  const documents = new Map<string, Documents>()
  const stored = followApiServices(objects, resources, (name) => documents.delete(name))
  const call = callService({
    fetch,
    resolve: (service) => resolveService(service, createServiceReader(objects, resources)),
  })
  return {
    ...stored,
    documentsOf: (name) => documents.get(name),
    call,
    async check(object) {
      const service = toRemoteService(object)
      if (service === null)
        return { status: 'True', reason: 'Local', message: 'Local APIServices are always available' }
      const { availability, found } = await readDocuments(service, call)
      if (found === null) documents.delete(service.name)
      else documents.set(service.name, found)
      return availability
    },
  }
}
