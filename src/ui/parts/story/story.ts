import type { PathChange, RevisionRow } from '#facts/fact.ts'
import { mainChange } from '#ui/kit/changes/change-words.ts'
import { lastSegment } from '#ui/kit/changes/path-words.ts'
import { releasedBy } from '#ui/model/life.ts'

/** A description of one write of the selected object. */
export interface StoryEntry {
  readonly row: RevisionRow
  /** The action in words: `scaled`, `patched 3 fields`. */
  readonly action: string
  /** The most significant change; `null` when the action says all: creation, removal, a removed finalizer. */
  readonly change: PathChange | null
}

const past: Readonly<Record<RevisionRow['verb'], string>> = {
  create: 'created it',
  update: 'updated',
  patch: 'patched',
  apply: 'applied',
  delete: 'deleted it',
}

/** Reports whether the server changes the field with every write, so that it does not describe the action. */
const isQuiet = ({ path }: PathChange): boolean =>
  path === 'metadata.generation' || path.startsWith('metadata.managedFields') || path === 'metadata.resourceVersion'

function actionOf(row: RevisionRow, reported: readonly PathChange[]): string {
  if (row.effect === 'created') return 'created it'
  const released = releasedBy(row)
  const names = released.join(' and ')
  if (row.effect === 'removed')
    return released.length === 0 ? 'removed it' : `removed it with its last finalizer ${names}`
  if (row.effect === 'deletion-requested') return 'requested its deletion'
  if (row.effect === 'finalizer-removed') return `removed the finalizer ${names}`.trimEnd()
  const [first] = reported
  if (first === undefined) return past[row.verb]
  if (reported.every(({ path }) => path.startsWith('status'))) return 'reported status'
  if (reported.length === 1 && first.path === 'spec.replicas') return 'scaled'
  if (reported.length === 1) return `${past[row.verb]} ${lastSegment(first.path)}`
  const unseen = row.changeCount - row.changes.length
  return `${past[row.verb]} ${reported.length + unseen} fields`
}

/** Returns the writes of one object, newest first. `uid` excludes earlier objects of the same name. [IN1] */
export function storyOf(writes: readonly RevisionRow[], uid: string): readonly StoryEntry[] {
  return writes
    .filter((row) => row.uid === uid)
    .map((row) => {
      const reported = row.changes.filter((change) => !isQuiet(change))
      const isWhole = row.effect !== 'updated' && row.effect !== 'deletion-requested'
      const change = isWhole ? null : (mainChange(reported) ?? null)
      return { row, action: actionOf(row, reported), change }
    })
    .reverse()
}
