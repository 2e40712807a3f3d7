import type { PathChange, RevisionRow } from '#facts/fact.ts'

/** One write of the selected object's life, in words. */
export interface StoryEntry {
  readonly row: RevisionRow
  /** What the actor did: `scaled`, `patched 3 fields`. */
  readonly deed: string
  /** The change that says most, `null` for a creation or removal. */
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

/** Fields that the server changes with every write; they do not describe what was done. */
const isQuiet = ({ path }: PathChange): boolean =>
  path === 'metadata.generation' || path.startsWith('metadata.managedFields') || path === 'metadata.resourceVersion'

function deedOf(row: RevisionRow, told: readonly PathChange[]): string {
  if (row.effect === 'created') return 'created it'
  if (row.effect === 'removed') return row.verb === 'delete' ? 'removed it' : 'let go; it is gone'
  if (row.effect === 'deletion-requested') return 'asked for its deletion'
  if (row.effect === 'finalizer-removed') return 'let go of a finalizer'
  const [first] = told
  if (first === undefined) return past[row.verb]
  if (told.every(({ path }) => path.startsWith('status'))) return 'reported status'
  if (told.length === 1 && first.path === 'spec.replicas') return 'scaled'
  if (told.length === 1) return `${past[row.verb]} ${leaf(first.path)}`
  return `${past[row.verb]} ${row.changeCount} fields`
}

/** The writes of one object, newest first. `uid` keeps the lives of two objects of one name apart. [IN1] */
export function storyOf(rows: readonly RevisionRow[], uid: string): readonly StoryEntry[] {
  return rows
    .filter((row) => row.uid === uid)
    .map((row) => {
      const told = row.changes.filter((change) => !isQuiet(change))
      const change = row.effect === 'created' || row.effect === 'removed' ? null : (told[0] ?? null)
      return { row, deed: deedOf(row, told), change }
    })
    .reverse()
}

/** `spec.template.spec.containers[web].image` as `spec…image`, when it is longer than `lengthMax`. */
export function shortPath(path: string, lengthMax = 28): string {
  if (path.length <= lengthMax) return path
  const first = path.split('.')[0] ?? path
  return `${first}…${leaf(path)}`
}
