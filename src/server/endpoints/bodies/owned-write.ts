import type { Soon } from '#api/waiting/soon.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { ownedBy } from '#server/registry/managed-fields/owners-by-webhook.ts'
import { type OwnedWrite, otherVersion } from '#server/registry/managed-fields/owners.ts'
import { findSubresource } from '#server/registry/resource-table.ts'
import type { ResourceRoute } from '#server/endpoints/call/route.ts'
import { managerOf } from '#server/endpoints/call/field-manager.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import { viewStrategy } from '#server/endpoints/call/view-strategy.ts'

/** The field manager and the reset fields of this call. */
export function ownedWrite(call: Call, fieldManager: string): OwnedWrite {
  const { server, context, route } = call
  return {
    kind: route.definition,
    manager: managerOf(fieldManager, context.request.headers.get('user-agent') ?? ''),
    subresource: route.subresource?.name ?? '',
    nowMs: server.registry.clock.now(),
    resetFields: resetFieldsOf(route),
    rest: context.requestTrace.rest,
    versionOf: (apiVersion) => otherVersion(server.resources().definitions, route.definition, apiVersion),
  }
}

/** Returns `next` with the managed fields updated for this call. [SSA3] */
export const owned = (call: Call, fieldManager: string, next: ApiObject, live: ApiObject | null): Soon<ApiObject> =>
  ownedBy(ownedWrite(call, fieldManager), next, live)

const statusOnly: OwnedWrite['resetFields'] = [['status']]
const specOnly: OwnedWrite['resetFields'] = [['spec']]
const none: OwnedWrite['resetFields'] = []

/** The status belongs to the status subresource, and the other fields to the main resource. [SSA7] */
function resetFieldsOf(route: ResourceRoute): OwnedWrite['resetFields'] {
  const own = viewStrategy(route).resetFields
  if (own !== undefined) return own
  if (route.subresource?.name === 'status') return specOnly
  return findSubresource(route.definition, 'status') === undefined ? none : statusOnly
}
