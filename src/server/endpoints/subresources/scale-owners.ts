import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type ReplicasPath, parentOwners, scaleOwners } from '#server/merge/managed-fields/managed-fields-scale.ts'
import type { OwnedWrite } from '#server/registry/owners.ts'
import { ownersOf, withManaged } from '#server/registry/owners.ts'
import type { ProjectionSubresource } from '#server/registry/subresource.ts'
import type { Target } from '../bodies/decode-body.ts'
import { ownedWrite } from '../bodies/owned-write.ts'
import type { Call } from '../call/call.ts'

/** The writer of a projection: it has fields of its own, in one version. */
export const projectedWrite = (call: Call, target: Target, fieldManager: string): OwnedWrite => ({
  ...ownedWrite(call, fieldManager),
  kind: target,
  resetFields: [],
  versionOf: () => undefined,
})

const replicas = ['f:spec', 'f:replicas']

/** All versions of the parent that are served keep their replicas at one place. */
function replicasPath(call: Call, subresource: ProjectionSubresource): ReplicasPath {
  const path = subresource.replicasPath?.map((name) => `f:${name}`) ?? replicas
  const { definition } = call.route
  const { versionOf } = ownedWrite(call, '')
  return (apiVersion) =>
    apiVersion === toApiVersion(definition) || versionOf(apiVersion) !== undefined ? path : undefined
}

/** The projection of `parent` with the owners of what it shows. [SSA13] */
export function ownedProjection(call: Call, subresource: ProjectionSubresource, parent: ApiObject): ApiObject {
  const owners = scaleOwners(ownersOf(parent), replicasPath(call, subresource))
  return withManaged(subresource.toProjection(parent), owners)
}

/** `next` with the parent's owners after its projection has been written. [SSA13] */
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
