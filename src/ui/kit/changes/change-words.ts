import type { PathChange, RevisionRow } from '#facts/fact.ts'
import { lastSegment, shortPath } from './path-words.ts'

/** A one-line summary of what a write changed: a path with its two values, or a sentence. */
export type ChangeWords =
  | {
      readonly type: 'path'
      readonly path: string
      readonly before: string
      readonly after: string
      readonly more: number
    }
  | { readonly type: 'words'; readonly text: string }

/** Paths that every write changes, so they carry no information. */
const quiet = new Set([
  'metadata.resourceVersion',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.creationTimestamp',
  'metadata.uid',
])

const isQuiet = ({ path }: PathChange): boolean => quiet.has(path) || path.startsWith('metadata.managedFields')

/** Fields that a controller sets whenever it reports anything else. */
const repeated: readonly string[] = ['observedGeneration', 'lastUpdateTime', 'lastTransitionTime']

/** Returns the change that says most. */
export const mainChange = (reported: readonly PathChange[]): PathChange | undefined =>
  reported.find(({ path }) => !repeated.includes(lastSegment(path))) ?? reported[0]

/** JSON text, without the quotes of a plain string. */
function plain(json: string | null): string {
  if (json === null) return ''
  return json.length > 1 && json.startsWith('"') ? json.slice(1, json.endsWith('"') ? -1 : undefined) : json
}

/** Summarizes a row of the log. Creations and deletions are described as a whole. */
export function changeWords(row: Pick<RevisionRow, 'effect' | 'changes' | 'changeCount'>): ChangeWords {
  if (row.effect === 'removed') return { type: 'words', text: 'removed' }
  if (row.effect === 'created')
    return { type: 'words', text: row.changeCount === 1 ? '1 field' : `${row.changeCount} fields` }
  if (row.effect === 'deletion-requested') return { type: 'words', text: 'deletionTimestamp set' }
  const reported = row.changes.filter((change) => !isQuiet(change))
  const first = mainChange(reported)
  if (first === undefined) return { type: 'words', text: row.changeCount === 0 ? 'nothing changed' : 'metadata only' }
  const unseen = row.changeCount - row.changes.length
  return {
    type: 'path',
    path: shortPath(first.path),
    before: plain(first.before),
    after: first.after === null ? 'removed' : plain(first.after),
    more: reported.length - 1 + unseen,
  }
}

/** The same summary as plain text, for a slider's value text and for search. */
export function changeText(row: Pick<RevisionRow, 'effect' | 'changes' | 'changeCount'>): string {
  const words = changeWords(row)
  if (words.type === 'words') return words.text
  return `${words.path} ${words.before === '' ? '' : `${words.before} to `}${words.after}`
}

const pasts = { create: 'created', update: 'updated', patch: 'patched', apply: 'applied', delete: 'deleted' } as const

/** The verb in the past tense, as in `alice patched`. */
export const verbPast = (row: Pick<RevisionRow, 'verb'>): string => pasts[row.verb]
