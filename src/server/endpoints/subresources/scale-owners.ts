import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type ReplicasPath, parentOwners, scaleOwners } from '#server/merge/managed-fields/managed-fields-scale.ts'
import type { OwnedWrite } from '#server/registry/managed-fields/owners.ts'
import { ownersOf, withManaged } from '#server/registry/managed-fields/owners.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import type { Target } from '#server/endpoints/bodies/decode-body.ts'
import { ownedWrite } from '#server/endpoints/bodies/owned-write.ts'
import type { Call } from '#server/endpoints/call/call.ts'

/** The field manager of a projection, which has its own fields in a single version. */
export const projectedWrite = (call: Call, target: Target, fieldManager: string): OwnedWrite => ({
  ...ownedWrite(call, fieldManager),
  kind: target,
  resetFields: [],
  versionOf: () => undefined,
})

const replicas = ['f:spec', 'f:replicas']

/** The path of the replicas field in each served version of the parent. */
function replicasPath(call: Call, subresource: ProjectionSubresource): ReplicasPath {
  const path = subresource.replicasPath?.map((name) => `f:${name}`) ?? replicas
  const { definition } = call.route
  const { versionOf } = ownedWrite(call, '')
  return (apiVersion) =>
    apiVersion === toApiVersion(definition) || versionOf(apiVersion) !== undefined ? path : undefined
}

/** Returns the projection of `parent` with the managed fields that apply to it. [SSA13] */
export function ownedProjection(call: Call, subresource: ProjectionSubresource, parent: ApiObject): ApiObject {
  const owners = scaleOwners(ownersOf(parent), replicasPath(call, subresource))
  return withManaged(subresource.toProjection(parent), owners)
}

/** Returns `next` with the parent's managed fields updated after a write of its projection. [SSA13] */
export function ownedParent(
  call: Call,
  subresource: ProjectionSubresource,
  { next, live, projection }: { readonly next: ApiObject; readonly live: ApiObject; readonly projection: ApiObject },
): ApiObject {
  const owners = parentOwners(ownersOf(live), ownersOf(projection), {
    pathIn: replicasPath(call, subresource),
    apiVersion: toApiVersion(call.route.definition),
  })
  const { managedFields: _before, ...metadata } = next.metadata
  return withManaged({ ...next, metadata }, owners)
}
