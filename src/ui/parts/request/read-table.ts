import { parseExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, textOf } from '#api/json.ts'

/** The displayed parts of a `meta.orch.io/v1` Table. */
export interface ReadTable {
  readonly columns: readonly { readonly name: string; readonly description: string; readonly priority: number }[]
  readonly rows: readonly (readonly Json[])[]
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
/** Parses the body of a response as a Table; `null` when it is not one. [RC12] */
export function readTable(body: string): ReadTable | null {
  const value = parse(body)
  if (!isObject(value) || value['kind'] !== 'Table') return null
  return {
    columns: list(value['columnDefinitions'])
      .filter(isObject)
      .map(({ name, description, priority }) => ({
        name: textOf(name),
        description: textOf(description),
        priority: typeof priority === 'number' ? priority : 0,
      })),
    rows: list(value['rows'])
      .filter(isObject)
      .map((row) => list(row['cells'])),
  }
}

function parse(body: string): unknown {
  try {
    return parseExactJson(body)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
