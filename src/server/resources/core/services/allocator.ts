import { invalidObject } from '#api/api-error.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ResourceAllocator } from '#server/registry/resource-definition.ts'
import type { Service } from '#server/kinds/types/core-v1.ts'
import { allocateClusterIPs } from './address-allocation.ts'
import { chooseFamilies } from './address-families.ts'
import { Pool } from './allocation-pool.ts'
import { allocateHealthCheckPort, allocateNodePorts } from './port-allocation.ts'

/**
 * Allocates cluster IPs and node ports. Its errors are returned alone, before any other validation, as in the
 * reference. @throws ApiError Invalid, InternalError
 */
export const allocator: ResourceAllocator = {
  async allocate(nextObject, liveObject, reader) {
    const next: Service = nextObject
    const live: Service | null = liveObject
    // A status update keeps the live spec.
    if (live !== null && next.spec === live.spec) return []
    refuse(next, chooseFamilies(next, live))
    const pool = new Pool(next, reader)
    refuse(next, await allocateClusterIPs(next, live, pool))
    refuse(next, await allocateNodePorts(next, live, pool))
    await allocateHealthCheckPort(next, live, pool)
    return []
  },
}

function refuse(service: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name ?? '', errors)
}
