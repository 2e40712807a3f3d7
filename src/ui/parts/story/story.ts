import type { PathChange, RevisionRow } from '#facts/fact.ts'

/** A description of one write of the selected object. */
export interface StoryEntry {
  readonly row: RevisionRow
  /** The action in words: `scaled`, `patched 3 fields`. */
  readonly action: string
  /** The most significant change; `null` for a creation or removal. */
  readonly change: PathChange | null
}

const leaf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

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
  if (row.effect === 'removed') return row.verb === 'delete' ? 'removed it' : 'removed the last finalizer'
  if (row.effect === 'deletion-requested') return 'requested its deletion'
  if (row.effect === 'finalizer-removed') return 'removed a finalizer'
  const [first] = reported
  if (first === undefined) return past[row.verb]
  if (reported.every(({ path }) => path.startsWith('status'))) return 'reported status'
  if (reported.length === 1 && first.path === 'spec.replicas') return 'scaled'
  if (reported.length === 1) return `${past[row.verb]} ${leaf(first.path)}`
  return `${past[row.verb]} ${row.changeCount} fields`
}

/** Returns the writes of one object, newest first. `uid` excludes earlier objects of the same name. [IN1] */
export function storyOf(rows: readonly RevisionRow[], uid: string): readonly StoryEntry[] {
  return rows
    .filter((row) => row.uid === uid)
    .map((row) => {
      const reported = row.changes.filter((change) => !isQuiet(change))
      const change = row.effect === 'created' || row.effect === 'removed' ? null : (reported[0] ?? null)
      return { row, action: actionOf(row, reported), change }
    })
    .reverse()
}

/** Shortens `spec.template.spec.containers[web].image` to `spec…image` if it is longer than `lengthMax`. */
export function shortPath(path: string, lengthMax = 28): string {
  if (path.length <= lengthMax) return path
  const first = path.split('.')[0] ?? path
  return `${first}…${leaf(path)}`
}
