import type { JsonObject } from '#api/json.ts'
import { toCanonical } from '#schema/canonical.ts'
import { semanticallyEqual } from '../validation/immutable.ts'
import { structSchema } from '#server/kinds/kind-schema.ts'

/** Whether two values of one type mean the same: what is empty equals what is absent, unless the type tells them apart. */
export const equalAs = (typeName: string, a: JsonObject | undefined, b: JsonObject | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  const schema = structSchema(typeName)
  return semanticallyEqual(toCanonical(schema, a), toCanonical(schema, b))
}
