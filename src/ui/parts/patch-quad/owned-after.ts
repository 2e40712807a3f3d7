import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, textOf } from '#api/json.ts'
import { countText } from '#ui/model/words.ts'
import { type Intent, pathText } from './intents.ts'
import type { QuadAnswer } from './run-quad.ts'

/** One entry of `managedFields` in words: the operation, and the fields that it lists. */
export interface OwnedEntry {
  readonly operation: string
  readonly words: string
}

/** Says which fields a client owns after the patch, one entry for each operation. [PQ2] */
export function ownedEntries(
  { after }: Pick<QuadAnswer, 'after'>,
  manager: string,
  intent: Intent,
): readonly OwnedEntry[] {
  return (after.metadata.managedFields ?? [])
    .filter(isObject)
    .filter((entry) => entry['manager'] === manager)
    .map((entry) => ({
      operation: textOf(entry['operation']),
      words: ownedWords([...leavesOf(entry['fieldsV1'], '')], intent),
    }))
}

/** Paths of the fields of a `fieldsV1`, as the bench writes them: `spec.containers[web].image`. */
function* leavesOf(fields: Json | undefined, path: string): Generator<string> {
  const below = isObject(fields) ? Object.entries(fields).filter(([step]) => step !== '.') : []
  if (below.length === 0 && path !== '') yield path
  for (const [step, inner] of below) yield* leavesOf(inner, `${path}${stepText(step, path)}`)
}

/** `f:NAME`, `k:{"name": …}` for an item of a list with keys, or `v:VALUE` for one of a set. */
function stepText(step: string, path: string): string {
  const rest = step.slice(2)
  if (step.startsWith('f:')) return path === '' ? rest : `.${rest}`
  const value = parseExactJson(rest)
  const name = isObject(value) ? (value['name'] ?? Object.values(value)[0]) : value
  return `[${typeof name === 'string' ? name : JSON.stringify(name ?? null)}]`
}

function ownedWords(leaves: readonly string[], { kind, path }: Intent): string {
  const at = pathText(path)
  const isInside = (leaf: string): boolean => leaf === at || leaf.startsWith(`${at}[`) || leaf.startsWith(`${at}.`)
  const [inside, others] = [leaves.filter(isInside), leaves.filter((leaf) => !isInside(leaf))]
  if (inside.length === 0) return countText(others.length, 'other field')
  const items = new Set(inside.map((leaf) => /^\[([^\]]*)\]/.exec(leaf.slice(at.length))?.[1] ?? ''))
  const field = at.split('.').at(-1) ?? at
  const what = items.has('')
    ? field
    : items.size > 1
      ? `${items.size} entries`
      : kind === 'add'
        ? 'the new entry'
        : `one entry of ${field}`
  const [other] = others
  if (other === undefined) return `${what} only`
  // An applied item of a list owns the fields that name the items around it.
  return `${what} and ${others.length === 1 ? other.split('.').slice(-2).join('.') : countText(others.length, 'other field')}`
}
