import { Document } from 'yaml'
import { deepEqual, type Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type DiffLine, diffLines, withContext } from '#ui/texts/line-diff.ts'
import { type Intent, itemText, pathText, type Segment, valueAt } from './intents.ts'
import type { QuadAnswer } from './run-quad.ts'

/**
 * The part of the object in which an intent is shown: the outermost list on the way to its field, because a patch may
 * replace that list as a whole; the field itself where there is none.
 */
export function shownPath(path: readonly Segment[]): readonly Segment[] {
  const item = path.findIndex((segment) => typeof segment !== 'string')
  return item < 0 ? path : path.slice(0, item)
}

/** Prints the field at a path as YAML, as it stands in the object; `''` for an absent one. */
function fieldText(object: ApiObject, path: readonly Segment[]): string {
  const value = valueAt(object, path)
  const key = path.at(-1)
  if (value === undefined || typeof key !== 'string') return ''
  const options = { sortMapEntries: false, aliasDuplicateObjects: false, schema: 'yaml-1.1' } as const
  return new Document({ [key]: value }, options).toString({ lineWidth: 0 })
}

/** Returns the lines of the shown part before and after a patch; `null` for lines that are left out. [PQ2] */
export function shownLines(intent: Intent, before: ApiObject, after: ApiObject): readonly (DiffLine | null)[] {
  const path = shownPath(intent.path)
  const lines = diffLines(fieldText(before, path), fieldText(after, path))
  return lines.every(({ type }) => type === 'same') ? lines.slice(0, 12) : withContext(lines, 2)
}

/** Reports whether a path of a difference lies in the shown part. */
export function isShown(intent: Intent, path: string): boolean {
  const shown = pathText(shownPath(intent.path))
  return path === shown || path.startsWith(`${shown}.`) || path.startsWith(`${shown}[`)
}

const listAt = (object: ApiObject, path: readonly Segment[]): readonly Json[] => {
  const value = valueAt(object, path)
  return Array.isArray(value) ? value : []
}

const names = (list: readonly Json[]): readonly string[] => list.map(itemText)

function addedWords({ path, value, list }: Intent, after: ApiObject): string {
  const items = names(listAt(after, path))
  const at = items.indexOf(itemText(value))
  if (at < 0) return 'the entry is not there'
  if (items.length <= list.length) return 'replaced the list'
  return at === items.length - 1
    ? 'added at the end of the list'
    : at === 0
      ? 'added at the start of the list'
      : 'added'
}

function removedWords({ path, value, list }: Intent, after: ApiObject): string {
  const items = names(listAt(after, path))
  if (items.includes(itemText(value))) return 'the entry is still there'
  return items.length === list.length - 1 ? 'removed the entry' : 'replaced the list'
}

/** Says in a few words what a patch did to the field that the intent names; `''` for one that was refused. [PQ2] */
export function didWords(intent: Intent, { first, after }: Pick<QuadAnswer, 'first' | 'after'>): string {
  if (first.code >= 400) return ''
  const { kind, path, value } = intent
  const now = valueAt(after, path)
  switch (kind) {
    case 'add':
      return addedWords(intent, after)
    case 'remove':
      return removedWords(intent, after)
    case 'reorder':
      return deepEqual([...names(listAt(after, path))], Array.isArray(value) ? [...names(value)] : [])
        ? 'the list has the new order'
        : 'the list keeps its order'
    case 'set':
      return now !== undefined && deepEqual(now, value) ? 'the field has the new value' : 'the field keeps its value'
    case 'null':
      return now === undefined ? 'the field is gone' : `the field is ${itemText(now)}, its default`
  }
}
