import { type Json, isObject, own } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { Call } from './scope.ts'

type Paths = readonly (readonly string[])[]

const noted = new WeakMap<Call, Paths>()

/**
 * Remembers which lists a body says to be empty. Stored objects show them as null like lists that nobody mentioned, but
 * who says `rules: []` owns the rules. [SSA3]
 */
export function noteEmptyLists(call: Call, schema: StructSchema, sent: Json): void {
  noted.set(call, isObject(sent) ? emptyLists(schema, sent, []) : [])
}

/** Of the body that this call has decoded last. */
export const emptyListsOf = (call: Call): Paths => noted.get(call) ?? []

function emptyLists(schema: StructSchema, sent: Json, path: readonly string[]): Paths {
  const found: (readonly string[])[] = []
  for (const name of isObject(sent) ? Object.keys(sent) : []) {
    const field = schema.fields.get(name)
    const value = own(isObject(sent) ? sent : {}, name)
    if (field?.schema.type === 'struct' && isObject(value))
      found.push(...emptyLists(field.schema, value, [...path, name]))
    else if (field?.schema.type === 'list' && !field.omitEmpty && Array.isArray(value) && value.length === 0)
      found.push([...path, name])
  }
  return found
}
