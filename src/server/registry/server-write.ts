import type { ApiObject } from '#api/object-meta.ts'
import { withOwners } from './managed-fields/owners.ts'
import type { Registry, Scope } from './registry.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import type { StrategyContext } from './strategy.ts'

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

export interface ServerWrite {
  /** The loopback user as which the server writes. */
  readonly user: StrategyContext['user']
  readonly verb: 'create' | 'update'
  readonly namespace: string
}

/** Returns the scope of a write that the server makes itself, without a request. */
export const serverScope = (
  registry: Registry,
  definition: ResourceDefinition,
  { user, verb, namespace }: ServerWrite,
): Scope => ({
  definition,
  strategy: definition.strategy,
  namespace,
  context: {
    nowMs: registry.clock.now(),
    dryRun: false,
    user,
    random: registry.random,
    uid: registry.uid,
  },
  author: { actor: user.name, verb, manager: 'orchard' },
  warn: () => undefined,
})
