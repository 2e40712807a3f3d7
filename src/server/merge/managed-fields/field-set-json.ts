import type { Pieces } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type FieldSet, type FieldSetBuilder, buildFieldSet, emptyFieldSet, isEmptySet } from './field-set.ts'
import { type PathElement, parsePathElement, sortElements } from './field-set-element.ts'

/** Encodes a set as FieldsV1: `{"f:spec":{"f:replicas":{}}}`, with `.` for a member that other paths extend. */
export function toFieldsV1(set: FieldSet): JsonObject {
  return encode(set, false, null)
}

/** Does what `toFieldsV1` does for a large set: levels with many members come last, some members at a time. [ER8] */
export function* toFieldsV1InPieces(set: FieldSet): Pieces<JsonObject> {
  const waiting: Waiting[] = []
  const fields = encode(set, false, waiting)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children, into } = next
    yield
    const elements = sortElements(children.keys())
    for (const [at, element] of elements.entries()) {
      if (at % PIECE === 0) yield
      encodeChild(children, element, into, waiting)
    }
  }
  return fields
}

/** A level with many members, of which none is encoded yet. */
interface Waiting {
  readonly children: Children
  readonly into: JsonObject
}

type Children = ReadonlyMap<PathElement, FieldSet>

/** The number of members that are encoded in one piece. */
const PIECE = 1000

/** `waiting` receives the levels with many members; null if all are encoded at once. */
function encode(set: FieldSet, includeSelf: boolean, waiting: Waiting[] | null): JsonObject {
  // All names have a prefix, so none is `__proto__`.
  const fields: JsonObject = {}
  const { children } = set
  if (children === null || children.size === 0) return fields
  if (includeSelf) fields['.'] = {}
  if (waiting !== null && children.size > PIECE) {
    waiting.push({ children, into: fields })
    return fields
  }
  for (const element of sortElements(children.keys())) encodeChild(children, element, fields, waiting)
  return fields
}

function encodeChild(children: Children, element: PathElement, into: JsonObject, waiting: Waiting[] | null): void {
  const node = children.get(element) ?? emptyFieldSet
  into[element] = encode(node, node.member, waiting)
}

/** Decodes FieldsV1. @throws SyntaxError for invalid names or values */
export function fromFieldsV1(fields: Json): FieldSet {
  const set = buildFieldSet()
  if (fields !== null) decode(fields, set)
  return set
}

/** Decodes one level; an object without members adds the path itself. */
function decode(fields: Json, into: FieldSetBuilder): void {
  if (fields !== null && !isObject(fields)) throw new SyntaxError('expect { or n')
  for (const name of Object.keys(fields ?? {})) {
    if (name === '.') {
      into.member = true
      continue
    }
    const element = parsePathElement(name)
    if (element === null) continue
    const node = buildFieldSet()
    decode(fields?.[name] ?? null, node)
    into.children ??= new Map()
    into.children.set(element, node)
  }
  if (isEmptySet(into)) into.member = true
}
