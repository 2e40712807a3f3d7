import type { ApiObject } from '#api/object-meta.ts'
import { withOwners } from './managed-fields/owners.ts'
import type { Scope } from './registry.ts'

/** The field manager name that the reference uses for its own writes. */
const serverManager = 'kube-apiserver'

/**
 * Returns `next` with the server as the owner of the fields that it changes. `subresource` is `''` for the main
 * resource. [SSA3]
 */
export const ownedByServer = (
  { definition, context }: Scope,
  subresource: string,
  next: ApiObject,
  live: ApiObject | null,
): ApiObject =>
  withOwners(
    {
      kind: definition,
      manager: serverManager,
      subresource,
      nowMs: context.nowMs,
      resetFields: subresource === '' ? [['status']] : [['spec']],
      // The server writes in the storage version.
      versionOf: () => undefined,
    },
    next,
    live,
  )
