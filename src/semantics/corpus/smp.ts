import { cloneJson, isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { Schema } from '#schema/schema.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch } from '#server/merge/merge-patch.ts'
import { applyStrategicMergePatch } from '#server/merge/strategic-merge-patch.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

interface UnitCase {
  readonly id: string
  readonly schemaHint: string
  readonly original: JsonObject
  readonly patch: JsonObject
  readonly expected?: Json
  readonly error?: string
}

interface UnitFile {
  readonly schemas: Readonly<Record<string, JsonObject>>
  readonly cases: readonly UnitCase[]
}

interface BuiltinCase {
  readonly id: string
  readonly type: string
  readonly original: JsonObject
  readonly patch: JsonObject
  readonly expected?: JsonObject
  readonly error?: string
}

export const smp: Family = {
  name: 'smp',
  async run(dir) {
    const unit = readCases<UnitFile>(dir, 'smp/unit.json')
    const builtin = readCases<{ readonly cases: readonly BuiltinCase[] }>(dir, 'smp/builtin.json')
    if (unit === null && builtin === null) return null
    return [
      ...(unit?.cases.map((each) => tryUnit(each, unit.schemas)) ?? []),
      ...(builtin?.cases.map(tryBuiltin) ?? []),
    ]
  },
}

function tryUnit(each: UnitCase, schemas: UnitFile['schemas']): Outcome {
  const schema = toSchema({ $ref: `#/components/schemas/${each.schemaHint}` }, schemas)
  return tried(each, () => applyStrategicMergePatch(cloneJson(each.original), cloneJson(each.patch), schema))
}

function tryBuiltin(each: BuiltinCase): Outcome {
  const definition = resourceDefinitions.find(
    (one) => one.kind === each.original['kind'] && toApiVersion(one) === each.original['apiVersion'],
  )
  if (definition === undefined) {
    return { id: each.id, result: 'skipped', note: `${String(each.original['kind'])} is not served` }
  }
  if (isOrderDependent(each.patch)) {
    return {
      id: each.id,
      result: 'skipped',
      note: 'adds and deletes one item: the reference goes by the random order of a Go map',
    }
  }
  return tried(each, () => apply(each, definition.schema))
}

function isOrderDependent(patch: Json): boolean {
  if (Array.isArray(patch)) return patch.some(isOrderDependent)
  if (!isObject(patch)) return false
  return Object.entries(patch).some(([name, value]) => {
    const added = patch[name.slice(name.indexOf('/') + 1)]
    const both = name.startsWith('$deleteFromPrimitiveList/') && Array.isArray(added) && Array.isArray(value)
    return (both && value.some((item) => added.includes(item))) || isOrderDependent(value ?? null)
  })
}

/** Applies the patch with the function of its type; the cases cover all three types for the same objects. */
function apply({ type, original, patch }: BuiltinCase, schema: Schema): Json {
  if (type === 'json') {
    return applyJsonPatch(parseJsonPatch({ value: patch }, false), original).value
  }
  if (type === 'merge') return withoutNulls(applyMergePatch({ value: patch }, original).value)
  return applyStrategicMergePatch(cloneJson(original), cloneJson(patch), schema)
}

/** Removes nulls, because the reference decoded the result into a typed object. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member ?? null)]))
}

function tried(each: UnitCase | BuiltinCase, run: () => Json): Outcome {
  const result = attempt(run)
  if (each.error !== undefined) {
    // The errors were recorded with a client library, which gives more details for JSON patches than the server.
    const words = 'type' in each && each.type === 'json' ? '' : each.error
    const refused = 'error' in result && result.error.trim().includes(words.replace(/^error: /, '').trim())
    return { id: each.id, result: refused ? 'passed' : 'failed', note: `expected an error with ${each.error}` }
  }
  return judge(each.id, 'error' in result ? result.error : result.value, each.expected)
}

/** Converts a schema of the corpus, which is OpenAPI with the reference's extensions. */
function toSchema(open: JsonObject, schemas: UnitFile['schemas'], depth = 0): Schema {
  const resolved = resolve(open, schemas)
  const strategy = textOf(open['x-kubernetes-patch-strategy'])
    .split(',')
    .filter((word) => word !== '')
  if (depth > 6) return { type: 'scalar', scalar: 'any' }
  if (resolved['type'] === 'array' && isObject(resolved['items'])) {
    const listKey = textOf(open['x-kubernetes-patch-merge-key'])
    return {
      type: 'list',
      items: toSchema(resolved['items'], schemas, depth + 1),
      patchStrategy: strategy,
      ...(listKey === '' ? {} : { patchMergeKey: listKey }),
    }
  }
  // A list of pointers has the schema of its item.
  const mergeKey = textOf(open['x-kubernetes-patch-merge-key'])
  if (mergeKey !== '' && open['type'] !== 'array') {
    const items = toSchema(resolved, schemas, depth + 1)
    return { type: 'list', items, patchStrategy: strategy, patchMergeKey: mergeKey }
  }
  if (isObject(resolved['properties'])) return toStruct(resolved['properties'], schemas, { depth, strategy })
  if (isObject(resolved['additionalProperties'])) {
    return { type: 'map', values: toSchema(resolved['additionalProperties'], schemas, depth + 1) }
  }
  return { type: 'scalar', scalar: 'any' }
}

function toStruct(
  properties: JsonObject,
  schemas: UnitFile['schemas'],
  { depth, strategy }: { depth: number; strategy: readonly string[] },
): Schema {
  const fields = Object.entries(properties).map(([name, open]) => {
    const schema = toSchema(isObject(open ?? null) ? (open as JsonObject) : {}, schemas, depth + 1)
    return [name, { name, schema, pointer: false, omitEmpty: true, required: false }] as const
  })
  return { type: 'struct', name: 'unit.v1.Item', fields: new Map(fields), patchStrategy: strategy }
}

function resolve(open: JsonObject, schemas: UnitFile['schemas']): JsonObject {
  const all = open['allOf']
  const ref =
    textOf(open['$ref']) ||
    (Array.isArray(all) && isObject(all[0] ?? null) ? textOf((all[0] as JsonObject)['$ref']) : '')
  if (ref === '') return open
  return schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {}
}
