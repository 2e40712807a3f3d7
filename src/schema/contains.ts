import type { Schema, StructField } from './schema.ts'

/**
 * Returns a function that reports whether a schema contains, at any depth, a field for which `holds` is true, so that
 * other subtrees need not be walked. Each schema is examined once.
 */
export function containsField(holds: (field: StructField) => boolean): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>()
  const contains = (schema: Schema): boolean => {
    if (schema.type === 'scalar') return false
    const found = known.get(schema)
    if (found !== undefined) return found
    // Set before its fields are visited, so that recursive types terminate.
    known.set(schema, false)
    const has = isInside(schema)
    known.set(schema, has)
    return has
  }
  const isInside = (schema: Exclude<Schema, { type: 'scalar' }>): boolean => {
    switch (schema.type) {
      case 'list':
        return contains(schema.items)
      case 'map':
        return contains(schema.values)
      case 'struct':
        return [...schema.fields.values()].some((field) => holds(field) || contains(field.schema))
    }
  }
  return contains
}
