import type { ApiObject } from '#api/object-meta.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import { recreatable } from '#ui/exchange/create-again.ts'
import { pathDifferences, rebase } from '#ui/texts/merge-edit.ts'

/** The write that takes back an earlier one, or the reason why there is none. */
export type UndoPlan =
  | { readonly type: 'create'; readonly object: ApiObject }
  | { readonly type: 'replace'; readonly object: ApiObject }
  | { readonly type: 'delete'; readonly uid: string; readonly resourceVersion: string }
  | { readonly type: 'refused'; readonly why: string }

const refused = (why: string): UndoPlan => ({ type: 'refused', why })

/** Fields that the server sets with each write. */
const isQuiet = (path: string): boolean =>
  path === 'metadata.resourceVersion' || path === 'metadata.generation' || path.startsWith('metadata.managedFields')

const changedPaths = (one: ApiObject, other: ApiObject): readonly string[] =>
  pathDifferences(one, other)
    .map(({ path }) => path)
    .filter((path) => !isQuiet(path))

const overlaps = (one: string, other: string): boolean =>
  one === other || [`${one}.`, `${one}[`].some((start) => other.startsWith(start))

/**
 * Returns the write that restores what stood before `write`. `live` is the object as it is now, `null` if it is gone.
 * Fields that others changed since are kept, and a field that was changed again is never taken back silently. [UN1] [UN2]
 */
export function undoPlan({ before, after }: Pick<DebugRevision, 'before' | 'after'>, live: ApiObject | null): UndoPlan {
  if (after === null) return live === null ? planCreation(before) : refused('an object with this name is there again')
  if (live === null) return refused('the object is gone')
  if (live.metadata.uid !== after.metadata.uid && before !== null)
    return refused('the object was deleted and created again since')
  if (before === null) return planDeletion(after, live)
  if (after.metadata.deletionTimestamp !== undefined && before.metadata.deletionTimestamp === undefined)
    return refused('a deletion that has begun cannot be stopped; remove the finalizers, then undo the removal')
  return planReplacement(before, after, live)
}

/** A removal of unknown content cannot be undone. */
const planCreation = (before: ApiObject | null): UndoPlan =>
  before === null
    ? refused('the version before it is no longer in the history')
    : { type: 'create', object: recreatable(before) }

function planDeletion(after: ApiObject, live: ApiObject): UndoPlan {
  const [again] = changedPaths(after, live).filter((path) => !path.startsWith('status') && path !== 'metadata.uid')
  const isOther = again !== undefined && again !== 'metadata.creationTimestamp'
  if (isOther) return refused(`${again} was changed since; delete the object yourself if that may be lost`)
  return { type: 'delete', uid: live.metadata.uid ?? '', resourceVersion: live.metadata.resourceVersion ?? '' }
}

function planReplacement(before: ApiObject, after: ApiObject, live: ApiObject): UndoPlan {
  const mine = changedPaths(before, after)
  if (mine.length === 0) return refused('it changed nothing')
  if (mine.every((path) => path === 'status' || path.startsWith('status.') || path.startsWith('status[')))
    return refused('it changed only status, which an update of the object does not write')
  const since = changedPaths(after, live)
  const again = mine.find((path) => since.some((other) => overlaps(path, other) || overlaps(other, path)))
  if (again !== undefined) return refused(`${again} was changed again since`)
  return { type: 'replace', object: { metadata: {}, ...rebase({ ...after }, { ...before }, { ...live }) } }
}

/** Says what an undo did, from the answer of the server. A deletion that finalizers hold is not done yet. [UN1] [UN2] */
export function undoneWords(
  type: Exclude<UndoPlan['type'], 'refused'>,
  { name, revision }: { readonly name: string; readonly revision: number },
  // A Status after a deletion has no metadata of an object.
  { metadata }: Partial<Pick<ApiObject, 'metadata'>>,
): string {
  if (type === 'create') return `${name} is back, as a new object (uid ${(metadata?.uid ?? '').slice(0, 8)}).`
  if (type === 'replace') return `${name} is as before ${revision}.`
  const held = metadata?.deletionTimestamp === undefined ? [] : (metadata.finalizers ?? [])
  return held.length === 0
    ? `${name} is deleted, as before ${revision}.`
    : `${name} is in deletion, not gone: ${held.join(', ')} must be removed from its finalizers first.`
}
