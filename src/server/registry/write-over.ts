import type { ApiObject } from '#api/object-meta.ts'
import { turnOf } from './allocation.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { type Registry, type Result, type Scope, fromStored, objectResult, storedResult } from './registry.ts'
import { isSameStored, isStoredAsShown, shownAfterWrite, toStoredForm } from './stored-form.ts'

/**
 * Replaces the version that the canonical `object` was derived from. Equal content and dry runs are not written; `lost`
 * when another version was written in between. [WR8]
 */
export async function writeOver(
  registry: Registry,
  scope: Scope,
  stored: StoredObject,
  object: ApiObject,
): Promise<Result | 'lost'> {
  const { definition } = scope
  if (isSameStored(definition, object, fromStored(definition, stored))) return storedResult(stored)
  const resting = registry.rest?.()
  if (resting instanceof Promise) await resting
  if (scope.context.dryRun) return objectResult(shownAfterWrite(definition, object))
  const written = await registry.objects.write({
    key: stored.key,
    expected: stored.revision,
    object: toStoredForm(definition, object),
    author: scope.author,
    replaced: isStoredAsShown(definition) ? stored : undefined,
    turn: turnOf(registry, scope),
  })
  return written.type === 'written' ? storedResult(written.stored) : 'lost'
}
