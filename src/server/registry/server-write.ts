import type { ApiObject } from '#api/object-meta.ts'
import { withOwners } from './owners.ts'
import type { Scope } from './registry.ts'

/** By which the reference calls itself among the owners of fields. */
const serverManager = 'kube-apiserver'

/** `next` as the server itself writes it: what it changes is its own. `subresource` is `''` for the object itself. [SSA3] */
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
      // The server writes in the version in which it stores.
      versionOf: () => undefined,
    },
    next,
    live,
  )
