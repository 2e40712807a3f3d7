import { type Json, isObject } from '#api/json.ts'
import { parseDuration } from '#go/duration.ts'
import type { Schema } from '#schema/schema.ts'
import { type NodePath } from '#document/locate.ts'

/** A value that does not fit its schema, or an unknown field. */
export interface Misfit {
  readonly problem: 'unknown' | 'type' | 'duration'
  readonly path: NodePath
}

/**
 * Returns everything in a value that does not fit, in decoding order. It returns positions only; the messages come
 * from the decoder.
 */
export function misfits(schema: Schema, value: Json): readonly Misfit[] {
  const found: Misfit[] = []
  visit(schema, value, [], found)
  return found
}

function visit(schema: Schema, value: Json, path: NodePath, found: Misfit[]): void {
  if (value === null) return
  if (schema.type === 'list' && Array.isArray(value)) {
    for (const [at, item] of value.entries()) visit(schema.items, item, [...path, at], found)
  } else if (schema.type === 'struct' && isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const field = schema.fields.get(name)
      if (field === undefined) found.push({ problem: 'unknown', path: [...path, name] })
      else visit(field.schema, inner ?? null, [...path, name], found)
    }
  } else {
    const problem = scalarProblem(schema, value)
    if (problem !== undefined) found.push({ problem, path })
  }
}

function scalarProblem(schema: Schema, value: Json): 'type' | 'duration' | undefined {
  if (schema.type !== 'scalar') return 'type'
  if (schema.scalar === 'boolean') return typeof value === 'boolean' ? undefined : 'type'
  if (schema.scalar === 'int32')
    return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? undefined : 'type'
  if (typeof value !== 'string') return 'type'
  return schema.scalar === 'Duration' && !isDuration(value) ? 'duration' : undefined
}

function isDuration(text: string): boolean {
  try {
    parseDuration(text)
    return true
  } catch {
    return false
  }
}
