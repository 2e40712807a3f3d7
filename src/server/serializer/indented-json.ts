import type { Pieces } from '#api/bodies/in-pieces.ts'
import { printExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'

const encoder = new TextEncoder()
const indentation = '\n  '

/** The number of items that are printed in one piece. */
const PIECE_LENGTH = 16

/** Prints a value indented by two spaces, with turns between the items of its lists: `items` or `rows`. [ER8] */
export function* indentedJsonInPieces(value: Json): Pieces<Uint8Array<ArrayBuffer>> {
  if (!isObject(value) || isEmpty(value)) return encoder.encode(printExactJson(value, 2))
  const parts: Uint8Array[] = []
  let before = '{'
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    parts.push(encoder.encode(`${before}${indentation}${JSON.stringify(name)}: `))
    if (Array.isArray(member) && member.length > 0) yield* addItems(parts, member)
    else parts.push(encoder.encode(printExactJson(member, 2).replaceAll('\n', indentation)))
    before = ','
  }
  parts.push(encoder.encode('\n}'))
  return joinedBytes(parts)
}

const isEmpty = (object: JsonObject): boolean => Object.values(object).every((member) => member === undefined)

function* addItems(parts: Uint8Array[], items: readonly Json[]): Pieces<void> {
  for (let at = 0; at < items.length; at += PIECE_LENGTH) {
    const lines = indentedItems(items.slice(at, at + PIECE_LENGTH))
    parts.push(encoder.encode(`${at === 0 ? '[' : ','}${lines}`))
    yield
  }
  parts.push(encoder.encode(`${indentation}]`))
}

const [listStart, listEnd] = ['[\n  [', '\n  ]\n]']

/** Prints the items of a list that is a member of the whole, without its brackets. */
export const indentedItems = (items: readonly Json[]): string =>
  printExactJson([items], 2).slice(listStart.length, -listEnd.length)

/** Joins parts of a text. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
