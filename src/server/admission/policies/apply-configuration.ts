import { type CelValue, toJson } from '#cel/cel.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Atom, shapeOf } from '#server/merge/apply/atom.ts'
import { ApplyTypeError } from '#server/merge/apply/errors.ts'
import { mergeValues } from '#server/merge/apply/merge.ts'
import { atomOfSchema } from '#server/merge/apply/schema.ts'
import { checkTyped } from '#server/merge/apply/validate.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'
import { MutationError } from './mutation-error.ts'
import { checkTypeNames } from './type-names.ts'

/**
 * Merges an apply configuration into an object, as server-side apply does, but without ownership. `object` is in the
 * invocation's version. @throws MutationError [MAP6]
 */
export function applyConfiguration(value: CelValue, object: ApiObject, { definition, kind }: Invocation): JsonObject {
  checkTypeNames(value)
  const made = toJson(value)
  if (!isObject(made)) throw new MutationError('invalid return type: *dynamic.ObjectVal')
  const config: JsonObject = { ...made, apiVersion: toApiVersion(kind), kind: kind.kind }
  const own = atomOfSchema(kind.schema)
  const atom = kind.isOwn ? own : (definition.mergeAtom ?? own)
  inWords('failed to convert patch object to typed object', () => checkTyped(atom, config, { allowDoubles: false }))
  const atomicPaths = atomicPathsIn(atom, config, '')
  if (atomicPaths.length > 0)
    throw refused(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomicPaths.join(', ')}`,
    )
  inWords('failed to convert original object to typed object', () => checkTyped(atom, object, { allowDoubles: false }))
  const merged = inWords('failed to merge patch', () => mergeValues(atom, object, config))
  return isObject(merged) ? merged : {}
}

const refused = (why: string): MutationError => new MutationError(`error applying patch: ${why}`)

function inWords<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApplyTypeError) throw refused(`${what}: ${error.message}`)
    throw error
  }
}

/**
 * Returns the paths of atomic lists, maps and structs: setting a part of one would remove the rest unintentionally.
 */
function atomicPathsIn(atom: Atom, value: Json, path: string): readonly string[] {
  const shape = value === null ? 'scalar' : shapeOf(atom, value)
  if (shape === 'map' && atom.map !== undefined && isObject(value)) {
    const { fields, atomic } = atom.map
    const inside = Object.keys(value).flatMap((name) => {
      const field = fields.get(name)
      return field === undefined ? [] : atomicPathsIn(field.atom, value[name] ?? null, `${path}.${name}`)
    })
    return atomic ? [path, ...inside] : inside
  }
  if (shape === 'list' && atom.list !== undefined && Array.isArray(value)) {
    const { items, associative } = atom.list
    const inside = value.flatMap((item, at) => atomicPathsIn(items, item, `${path}[${at}]`))
    return associative ? inside : [path, ...inside]
  }
  return []
}
