import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type FieldError, type FieldPath, child, duplicate, index, invalid, key } from '#api/field-error.ts'
import { type Json, type JsonObject, isObject, own } from '#api/json.ts'
import { identityText } from '#api/repetitions.ts'
import {
  type StructuralSchema,
  additionalOf,
  extension,
  itemsOf,
  propertiesOf,
  textsOf,
} from '#server/structural/structural-schema.ts'

/** Reports duplicates in lists of type set and map. [CRD6] */
export const validateListTypes = (schema: StructuralSchema, value: Json, path: FieldPath): readonly FieldError[] =>
  doneAtOnce(listTypesInPieces(schema, value, path))

/** Does what `validateListTypes` does. [ER8] */
export function* listTypesInPieces(schema: StructuralSchema, value: Json, path: FieldPath): Pieces<FieldError[]> {
  const errors: FieldError[] = []
  yield* findRepeated(schema, value, { path, errors })
  return errors
}

interface Place {
  readonly path: FieldPath
  /** The errors so far. */
  readonly errors: FieldError[]
}

function* findRepeated(schema: StructuralSchema, value: Json, { path, errors }: Place): Pieces<void> {
  if (!hasListTypes(schema)) return
  if (Array.isArray(value)) yield* findRepeatedItems(schema, value, { path, errors })
  for (const [at, inner] of innerValues(schema, value, path).entries()) {
    if (at % PIECE_ITEMS === PIECE_ITEMS - 1) yield
    yield* findRepeated(inner.schema, inner.value, { path: inner.path, errors })
  }
}

const known = new WeakMap<StructuralSchema, boolean>()

/** Reports whether the schema declares a list of type set or map anywhere: most do not, and their values need no look. */
function hasListTypes(schema: StructuralSchema): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const type = extension(schema, 'list-type')
  const found = type === 'set' || type === 'map' || schemasInside(schema).some(hasListTypes)
  known.set(schema, found)
  return found
}

function schemasInside(schema: StructuralSchema): readonly StructuralSchema[] {
  const [items, additional] = [itemsOf(schema), additionalOf(schema)]
  return [
    ...propertiesOf(schema).map(([, field]) => field),
    ...(items === null ? [] : [items]),
    ...(additional === null || additional === true ? [] : [additional]),
  ]
}

interface Inner {
  readonly schema: StructuralSchema
  readonly value: Json
  readonly path: FieldPath
}

/** Returns the lists and objects directly inside of a value. */
function innerValues(schema: StructuralSchema, value: Json, path: FieldPath): readonly Inner[] {
  const found: Inner[] = []
  const add = (inner: StructuralSchema, each: Json | undefined, toPath: () => FieldPath): void => {
    // Scalars need no path.
    if (mayHoldLists(each)) found.push({ schema: inner, value: each, path: toPath() })
  }
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items !== null && hasListTypes(items))
      for (const [at, item] of value.entries()) add(items, item, () => index(path, at))
  } else if (isObject(value)) {
    const additional = additionalOf(schema)
    if (additional !== null && additional !== true)
      for (const [name, each] of Object.entries(value)) add(additional, each, () => key(path, name))
    else for (const [name, field] of propertiesOf(schema)) add(field, own(value, name), () => child(path, name))
  }
  return found
}

/** The number of items after which others have a turn. */
const PIECE_ITEMS = 200

const mayHoldLists = (value: Json | undefined): value is JsonObject | Json[] =>
  typeof value === 'object' && value !== null

/** Reports repeated items. In a list of type map, only the first item that is not an object is reported. */
function* findRepeatedItems(schema: StructuralSchema, value: readonly Json[], { path, errors }: Place): Pieces<void> {
  const type = extension(schema, 'list-type')
  if (type !== 'set' && type !== 'map') return
  const stray = type === 'map' ? value.findIndex((item) => !isObject(item)) : -1
  if (stray >= 0) {
    errors.push(invalid(index(path, stray), value[stray] ?? null, 'must be an object for an array of list-type map'))
    return
  }
  const keys = textsOf(extension(schema, 'list-map-keys')).toSorted()
  const seen = new Set<string>()
  const reported = new Set<string>()
  for (const [at, item] of value.entries()) {
    if (at % PIECE_ITEMS === PIECE_ITEMS - 1) yield
    const identity = type === 'set' ? item : keysOf(item, keys)
    const text = identityText(identity)
    if (seen.has(text) && !reported.has(text)) {
      reported.add(text)
      errors.push(duplicate(index(path, at), identity))
    }
    seen.add(text)
  }
}

function keysOf(item: Json, keys: readonly string[]): JsonObject {
  const found: JsonObject = {}
  for (const name of keys) {
    const value = isObject(item) ? own(item, name) : undefined
    if (value !== undefined) found[name] = value
  }
  return found
}
