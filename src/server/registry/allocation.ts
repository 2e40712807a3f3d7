import type { Soon } from '#api/waiting/soon.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { StorageError } from '#server/storage/log.ts'
import { type FieldError, type Registry, type Scope, fromStored } from './registry.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import { prefixOf } from './storage-key.ts'

/** The allocations of a server whose requests have not ended yet. */
export interface Allocations {
  /** Settles when the most recent allocation has ended; the next allocation waits for it. */
  last: Promise<unknown>
  /** Objects with allocated values that their requests have not written yet. */
  readonly drafts: Map<Scope, ApiObject>
  /** The turns in which values were allocated from those that other hosts can allocate too. */
  readonly turns: Map<Scope, number>
}

export const createAllocations = (): Allocations => ({ last: Promise.resolve(), drafts: new Map(), turns: new Map() })

const nothingTaken: readonly FieldError[] = []

/**
 * Allocates values that only the server can assign (cluster IPs, node ports). Allocations are serialized, so that no
 * two requests get the same value. Changes `next`; the values remain reserved until `releaseAllocations`. @throws the
 * errors of the type's allocator [SVC14]
 */
export function allocate(
  registry: Registry,
  scope: Scope,
  next: ApiObject,
  live: ApiObject | null,
): Soon<readonly FieldError[]> {
  if (scope.definition.allocator === undefined) return nothingTaken
  const { allocations } = registry
  const turn = allocations.last.then(() => allocateNow(registry, scope, { next, live }))
  allocations.last = turn.catch(() => undefined)
  return turn
}

async function allocateNow(
  registry: Registry,
  scope: Scope,
  { next, live }: { next: ApiObject; live: ApiObject | null },
): Promise<readonly FieldError[]> {
  const { definition } = scope
  const { drafts, turns } = registry.allocations
  // After a lost race the request allocates again, by what is stored then.
  turns.delete(scope)
  const others = [...drafts].filter(([other]) => other !== scope && other.definition === definition)
  const stored = async (what: ResourceDefinition): Promise<readonly ApiObject[]> => {
    // Before the first read of what is taken: what another host allocates from now on makes the write fail. [ETC9]
    const turn = turns.has(scope) ? undefined : registry.objects.log.beginTurn()
    if (turn !== undefined) turns.set(scope, await turn)
    const { items } = await registry.objects.list({ prefix: prefixOf(what, '') })
    return items.map((item) => fromStored(what, item))
  }
  const errors = await definition.allocator?.allocate(next, live, {
    dryRun: scope.context.dryRun,
    objects: async () => [...(await stored(definition)), ...others.map(([, draft]) => draft)],
    stored,
  })
  drafts.set(scope, cloneJson(next))
  return errors ?? []
}

/** Returns the turn in which values of a request were allocated. */
export const turnOf = (registry: Registry, scope: Scope): number | undefined => registry.allocations.turns.get(scope)

/** Reports whether another host has allocated values at the same time: they have to be allocated again. [ETC9] */
export const isOutrun = (error: unknown): boolean => error instanceof StorageError && error.code === 'outrun'

/** Releases the reservations of a request when it ends: its values are stored by then, or free again. */
export function releaseAllocations(registry: Registry, scope: Scope): void {
  const { drafts, turns } = registry.allocations
  drafts.delete(scope)
  turns.delete(scope)
}
