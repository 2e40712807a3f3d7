import { isObject, type Json, type JsonObject } from '#api/json.ts'

export interface YamlLine {
  readonly depth: number
  readonly key: string
  /** `''` when the value is on the lines below. */
  readonly text: string
  readonly tone: 'text' | 'number' | 'none'
}

/** Returns an object as YAML lines for display; short lists are on one line. [AR15] */
export function yamlLines(object: JsonObject, depth = 0): readonly YamlLine[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (isObject(value) && Object.keys(value).length > 0)
      return [{ depth, key, text: '', tone: 'none' } as const, ...yamlLines(value, depth + 1)]
    const tone = typeof value === 'string' || Array.isArray(value) ? 'text' : 'number'
    return [{ depth, key, text: inline(value), tone } as const]
  })
}

function inline(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (isObject(value)) return '{}'
  return typeof value === 'string' ? plain(value) : JSON.stringify(value ?? null)
}

/** Quotes a string only where YAML would read another value. */
const plain = (text: string): string =>
  /^[A-Za-z_/][\w.@:/-]*$/.test(text) && !text.endsWith(':') ? text : JSON.stringify(text)
