import { type Json, textOf, valueAt } from '#api/json.ts'
import type { NodePath } from '#document/locate.ts'
import { groupIn, vocabularyOf } from '#ui/model/names/vocabulary.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'

/** A definition of the cluster with the schema of one version. */
interface DefinedKind {
  /** Name of the CustomResourceDefinition. */
  readonly definition: string
  readonly schema: Json | undefined
}

const listAt = (json: Json | undefined, ...names: readonly string[]): readonly Json[] => {
  const found = valueAt(json, names)
  return Array.isArray(found) ? found : []
}

/** Returns the definition of a custom kind that the cluster has; `null` for other kinds. */
export function definedKind(objects: ObjectsState, apiVersion: string, kind: string): DefinedKind | null {
  const [group = '', version = ''] = apiVersion.split('/')
  const definitions = groupIn(vocabularyOf(objects), 'apiextensions')
  for (const { resource, items } of objects.collections.values()) {
    if (resource.group !== definitions || resource.kind !== 'CustomResourceDefinition') continue
    for (const definition of items.values()) {
      const { spec, metadata } = definition
      if (valueAt(spec, ['group']) !== group || valueAt(spec, ['names', 'kind']) !== kind) continue
      const found = listAt(spec, 'versions').find((each) => valueAt(each, ['name']) === version)
      return { definition: metadata.name ?? '', schema: valueAt(found, ['schema', 'openAPIV3Schema']) }
    }
  }
  return null
}

/** Returns the type of a field by a schema; `''` where the schema does not say. */
export function typeAt(schema: Json | undefined, path: NodePath): string {
  const found = path.reduce<Json | undefined>(
    (inner, step) =>
      typeof step === 'number'
        ? valueAt(inner, ['items'])
        : (valueAt(inner, ['properties', step]) ?? valueAt(inner, ['additionalProperties'])),
    schema,
  )
  const type = valueAt(found, ['type'])
  return textOf(type)
}
