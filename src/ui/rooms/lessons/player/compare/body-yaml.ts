import { Document, type Pair } from 'yaml'
import { isObject, type Json, type JsonObject } from '#api/json.ts'

/** Returns the body as a value; `undefined` for none, a text for one that is no JSON. */
export function bodyValue(body: Json | undefined): Json | undefined {
  if (body === undefined || body === '') return undefined
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body) as Json
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}

/** Leaves out the managers of fields, which the server writes. */
function withoutManagers(body: JsonObject): JsonObject {
  if (!isObject(body['metadata'])) return body
  const { managedFields: _managedFields, ...metadata } = body['metadata']
  return { ...body, metadata }
}

/** Keys that stand before all others, in this order. */
const firstKeys: readonly string[] = ['apiVersion', 'kind', 'metadata', 'name', 'namespace']

const rankOf = (key: string): number => (firstKeys.indexOf(key) + firstKeys.length + 1) % (firstKeys.length + 1)

/** One order for both bodies: the same fields in another order are no difference. */
function byKey({ key: a }: Pair, { key: b }: Pair): number {
  const [one, other] = [String(a), String(b)]
  return rankOf(one) - rankOf(other) || (one < other ? -1 : 1)
}

/** The text of a body as YAML, with its keys in one order; one that is no JSON stays as it is. */
export function bodyYaml(body: Json | undefined): string {
  const value = bodyValue(body)
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  const options = { sortMapEntries: byKey, aliasDuplicateObjects: false, schema: 'yaml-1.1' } as const
  return new Document(isObject(value) ? withoutManagers(value) : value, options).toString({ lineWidth: 0 })
}
