import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type FieldSet, type FieldSetBuilder, buildFieldSet, emptyFieldSet, isEmptySet } from './field-set.ts'
import { parsePathElement, sortElements } from './field-set-element.ts'

/** Encodes a set as FieldsV1: `{"f:spec":{"f:replicas":{}}}`, with `.` for a member that other paths extend. */
export function toFieldsV1(set: FieldSet): JsonObject {
  return encode(set, false)
}

function encode(set: FieldSet, includeSelf: boolean): JsonObject {
  // All names have a prefix, so none is `__proto__`.
  const fields: JsonObject = {}
  const { children } = set
  if (children === null || children.size === 0) return fields
  if (includeSelf) fields['.'] = {}
  for (const element of sortElements(children.keys())) {
    const node = children.get(element) ?? emptyFieldSet
    fields[element] = encode(node, node.member)
  }
  return fields
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
