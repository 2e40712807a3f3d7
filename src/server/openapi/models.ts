import { type Json, type JsonObject, emptyObject, isObject, own } from '#api/json.ts'
import type { StructSchema } from '#schema/schema.ts'
import { structSchema } from '#server/kinds/group-types.ts'
import { modelName } from './model-names.ts'
import type { ModelRef, Route } from './operation.ts'
import { sharedModels } from './scalar-models.ts'
import type { Texts } from './texts.ts'
import { typeModel } from './type-models.ts'

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

/** The models of custom kinds by name, and the descriptions of built-in types. */
export interface ModelSources {
  readonly custom: ReadonlyMap<string, JsonObject>
  readonly texts: Texts
}

/** Collects all models that routes and custom models reference, transitively. [OA3] */
export function modelsOf(routes: readonly Route[], { custom, texts }: ModelSources): JsonObject {
  const found = new Map<string, JsonObject>()
  const waiting: StructSchema[] = []
  const needs = {
    texts,
    struct: (schema: StructSchema): void => void waiting.push(schema),
    shared: (model: string): void => {
      const known = sharedModels.get(model)
      if (known !== undefined) found.set(model, known)
    },
  }
  const need = (ref: ModelRef): void => {
    if (ref.type === 'struct') needs.struct(ref.schema)
    if (ref.type === 'named') needs.shared(ref.model)
  }
  for (const { body, answers } of routes.flatMap(({ operations }) => operations)) {
    if (body !== undefined) need(body.model)
    for (const { model } of answers) if (model !== null) need(model)
  }
  for (const [name, model] of custom) {
    found.set(name, model)
    for (const type of mentioned(model)) needs.struct(structSchema(type))
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const name = modelName(next.name)
    if (found.has(name)) continue
    found.set(name, isOpaque(next) ? { description: texts.ofType(next.name) } : typeModel(next, needs))
  }
  const models: JsonObject = emptyObject()
  for (const [name, model] of [...found].toSorted(([a], [b]) => byName(a, b))) models[name] = model
  return models
}

/** Union types, which these documents cannot describe. */
const isOpaque = ({ name }: StructSchema): boolean => opaque.has(name)
const opaque: ReadonlySet<string> = new Set([
  'apiextensions.v1.JSON',
  'apiextensions.v1.JSONSchemaPropsOrArray',
  'apiextensions.v1.JSONSchemaPropsOrBool',
  'apiextensions.v1.JSONSchemaPropsOrStringArray',
])

const metaTypes = new Map(
  ['ObjectMeta', 'ListMeta'].map((name) => [modelName(`meta.v1.${name}`), `meta.v1.${name}`] as const),
)

/** Returns the metadata types that a custom model references. */
function mentioned(model: Json): readonly string[] {
  if (Array.isArray(model)) return model.flatMap(mentioned)
  if (!isObject(model)) return []
  const ref = own(model, '$ref')
  const type = typeof ref === 'string' ? metaTypes.get(ref.slice(ref.lastIndexOf('/') + 1)) : undefined
  const inside = Object.values(model).flatMap((each) => (each === undefined ? [] : mentioned(each)))
  return type === undefined ? inside : [type, ...inside]
}
