import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type FieldSet, type FieldSetBuilder, buildFieldSet, emptyFieldSet, isEmptySet } from './field-set.ts'
import { parsePathElement, sortElements } from './field-set-element.ts'

/** A set in the FieldsV1 form: `{"f:spec":{"f:replicas":{}}}`, `.` for a path that other paths go on from. */
export function toFieldsV1(set: FieldSet): JsonObject {
  return encode(set, false)
}

function encode(set: FieldSet, includeSelf: boolean): JsonObject {
  // Every name has a prefix, so none is `__proto__`.
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

/** Reads FieldsV1. @throws SyntaxError for names or values that are none */
export function fromFieldsV1(fields: Json): FieldSet {
  const set = buildFieldSet()
  if (fields !== null) decode(fields, set)
  return set
}

/** An object that names no path stands for itself. */
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
