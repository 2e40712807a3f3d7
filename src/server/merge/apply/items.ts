import { type Json, isObject, own } from '#api/json.ts'
import type { ListAtom } from './atom.ts'
import { ApplyTypeError } from './errors.ts'
import {
  type PathElement,
  compareText,
  keyElement,
  valueElement,
} from '#server/merge/managed-fields/field-set-element.ts'

/** Returns the path element of an item of an associative list. @throws ApplyTypeError for an item without identity */
export function itemElement(list: ListAtom, item: Json, at: number): PathElement {
  return list.keys.length > 0 ? keyedElement(list, item, at) : setElement(item, at)
}

function keyedElement(list: ListAtom, item: Json, at: number): PathElement {
  if (item === null) throw refused(at, 'associative list with keys may not have a null element')
  if (!isObject(item)) throw refused(at, 'associative list with keys may not have non-map elements')
  const keys: (readonly [string, Json])[] = []
  for (const name of sortedNames(list.keys)) {
    const value = own(item, name) ?? (Object.hasOwn(item, name) ? null : list.items.map?.fields.get(name)?.default)
    if (value !== undefined) keys.push([name, value])
  }
  if (keys.length === 0)
    throw refused(
      at,
      `associative list with keys has an element that omits all key fields ${quotedList(list.keys)} (and doesn't have default values for any key fields)`,
    )
  return keyElement(keys)
}

const sorted = new WeakMap<readonly string[], readonly string[]>()

/** Returns the names of a list's keys in the order of path elements. */
function sortedNames(names: readonly string[]): readonly string[] {
  if (names.length < 2) return names
  const known = sorted.get(names)
  if (known !== undefined) return known
  const made = names.toSorted(compareText)
  sorted.set(names, made)
  return made
}

const quotedList = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(' ')}]`

function setElement(item: Json, at: number): PathElement {
  if (isObject(item)) throw refused(at, "associative list without keys has an element that's a map type")
  if (Array.isArray(item)) throw refused(at, 'not supported: associative list with lists as elements')
  if (item === null) throw refused(at, "associative list without keys has an element that's an explicit null")
  return valueElement(item)
}

const refused = (at: number, why: string): ApplyTypeError =>
  new ApplyTypeError([{ path: '', message: `element ${at}: ${why}` }])
