import { isObject, type Json, own, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { lastSegment } from '#ui/kit/changes/path-words.ts'
import { shortChange } from '#ui/kit/changes/short-difference.ts'
import { decodeToken } from '#ui/parts/pages/chains-state.ts'
import { contentDifferences } from '#ui/texts/content-differences.ts'
import type { PathDifference } from '#ui/texts/merge-edit.ts'

/** An object of a list beside the same object as it is live. [VM5] */
export interface ThenAndNow {
  readonly key: string
  readonly name: string
  /** The last part of the path of the first field that differs; `''` if none does. */
  readonly field: string
  readonly old: string
  readonly now: string
}

/** The answer to a list. */
export interface ListAnswer {
  readonly rows: readonly ThenAndNow[]
  /** Number of objects of the answer that have no row. */
  readonly moreCount: number
  readonly resourceVersion: string
  /** The revision of the next page; `''` if there is none. */
  readonly continues: string
  /** The token of the next page; `''` if there is none. */
  readonly token: string
  /** Number of objects on the pages after this one; `null` if the server does not say. */
  readonly remaining: number | null
}

const ROWS_MAX = 8
const VALUE_LENGTH_MAX = 24

/** Items of a list have neither of them. */
const listed = new Set(['kind', 'apiVersion'])

/** A change of the spec says more than one of a status or a label. */
const byWeight = ({ path }: PathDifference): number =>
  path.startsWith('spec') || path.startsWith('data') ? 0 : path.startsWith('metadata') ? 2 : 1

const valueText = (value: Json | undefined): string =>
  value === undefined
    ? 'absent'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

function rowOf(then: ApiObject, now: ApiObject | undefined, key: string): ThenAndNow {
  const name = then.metadata.name ?? ''
  const written = `written at ${then.metadata.resourceVersion ?? ''}`
  if (now === undefined) return { key, name, field: '', old: written, now: 'deleted' }
  const [first] = contentDifferences(then, now)
    .filter(({ path }) => !listed.has(path))
    .toSorted((a, b) => byWeight(a) - byWeight(b))
  if (first === undefined) return { key, name, field: '', old: written, now: 'the same' }
  const [before, after] = shortChange(valueText(first.before), valueText(first.after), VALUE_LENGTH_MAX)
  return { key, name, field: lastSegment(first.path), old: before, now: after }
}

const isApiObject = (value: Json): value is ApiObject & Json =>
  isObject(value) && isObject(own(value, 'metadata') ?? null)

/** Reads an answer that is a list, and compares its first objects with those of now; `null` for other answers. [VM5] */
export function listAnswer(
  answer: ApiObject | null,
  nowOf: (namespace: string, name: string) => ApiObject | undefined,
): ListAnswer | null {
  const items = own(answer ?? {}, 'items')
  if (answer === null || !Array.isArray(items)) return null
  const objects = (items as readonly Json[]).filter(isApiObject)
  const { metadata } = answer
  const token = metadata['continue']
  const remaining = metadata['remainingItemCount']
  const next = textOf(token)
  return {
    rows: objects.slice(0, ROWS_MAX).map((object) => {
      const { namespace = '', name = '' } = object.metadata
      return rowOf(object, nowOf(namespace, name), `${namespace}/${name}`)
    }),
    moreCount: Math.max(0, objects.length - ROWS_MAX),
    resourceVersion: metadata.resourceVersion ?? '',
    continues: next === '' ? '' : (decodeToken(next)?.resourceVersion ?? ''),
    token: next,
    remaining: typeof remaining === 'number' ? remaining : null,
  }
}
