import { Document } from 'yaml'
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

/** The text of a body as YAML; one that is no JSON stays as it is. */
export function bodyYaml(body: Json | undefined): string {
  const value = bodyValue(body)
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  const options = { sortMapEntries: false, aliasDuplicateObjects: false, schema: 'yaml-1.1' } as const
  return new Document(isObject(value) ? withoutManagers(value) : value, options).toString({ lineWidth: 0 })
}
