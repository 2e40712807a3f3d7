import type { Schema, StructField, StructSchema } from '#schema/schema.ts'

const text: Schema = { type: 'scalar', scalar: 'string' }
const labels: Schema = { type: 'map', values: text }

/**
 * Returns the schema of a Scale in its former versions (`extensions/v1beta1`, `apps/v1beta1`, `apps/v1beta2`): there
 * the selector in its status is a map, and its text form is `targetSelector`. [SUB2]
 */
export function formerScale(present: StructSchema): StructSchema {
  const status = present.fields.get('status')
  if (status?.schema.type !== 'struct') return present
  const fields = new Map(status.schema.fields)
  const selector = fields.get('selector')
  if (selector === undefined) return present
  fields.set('selector', { ...selector, schema: labels })
  fields.set('targetSelector', { ...selector, name: 'targetSelector' })
  const former: StructField = { ...status, schema: { ...status.schema, fields } }
  return { ...present, fields: new Map(present.fields).set('status', former) }
}
