import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import type { ListSchema, Schema } from '#schema/schema.ts'
import { goText } from './go-text.ts'
import {
  badPrimitiveList,
  badRetainKeys,
  badSetElementOrder,
  badType,
  noMergeKey,
  strategicFailure,
  unknownDirective,
} from './strategic-error.ts'
import { KeyIndex, deduplicated, directive, elementKind, ordered } from './strategic-lists.ts'

const retainKeys = '$retainKeys'
const setElementOrder = '$setElementOrder'
const deleteFromList = '$deleteFromPrimitiveList'

/**
 * Merges a strategic merge patch into `original`. Both must be owned by the caller and are changed. [MP5]
 * @throws ApiError with the text of the reference for invalid directives
 */
export function applyStrategicMergePatch(original: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
  return mergeMap(original, patch, schema)
}

/** The patch strategy of a list, from the schema of its field. */
interface ListRule {
  readonly merges: boolean
  readonly mergeKey: string
  readonly items: Schema
}

const leaf: Schema = { type: 'scalar', scalar: 'any' }

function fieldSchema(schema: Schema, name: string): Schema {
  if (schema.type === 'map') return schema.values
  if (schema.type !== 'struct') return leaf
  const field = schema.fields.get(name)
  if (field !== undefined) return field.schema
  const struct = schema.name.slice(schema.name.lastIndexOf('.') + 1)
  throw strategicFailure(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`)
}

function listRule(schema: Schema): ListRule {
  if (schema.type !== 'list') return { merges: false, mergeKey: '', items: leaf }
  const { patchStrategy = [], patchMergeKey = '', items }: ListSchema = schema
  return { merges: patchStrategy.includes('merge'), mergeKey: patchMergeKey, items }
}

const replaces = (schema: Schema): boolean =>
  schema.type === 'struct' && schema.patchStrategy?.includes('replace') === true

function mergeMap(original: JsonObject, patch: JsonObject, schema: Schema): JsonObject {
  if (Object.hasOwn(patch, directive)) return directed(patch)
  retain(original, patch)
  for (const key of Object.keys(patch).filter((name) => name.startsWith(setElementOrder))) {
    orderList(original, patch, { key, schema })
  }
  // The order is random in the reference. With deletions first, a list that is both shortened and extended keeps the
  // added items.
  const deletionsFirst = Object.keys(patch).toSorted(
    (a, b) => Number(b.startsWith(deleteFromList)) - Number(a.startsWith(deleteFromList)),
  )
  for (const key of deletionsFirst) mergeMember(original, patch[key] ?? null, { key, schema })
  return original
}

/** Applies the `$patch` directive of a map. */
function directed(patch: JsonObject): JsonObject {
  const what = patch[directive]
  if (what === 'delete') return {}
  if (what !== 'replace') throw unknownDirective(what, patch)
  delete patch[directive]
  return patch
}

/**
 * Applies `$retainKeys`: removes from the original the keys that it does not list. It must list all keys of the patch.
 */
function retain(original: JsonObject, patch: JsonObject): void {
  if (!Object.hasOwn(patch, retainKeys)) return
  const kept = patch[retainKeys]
  delete patch[retainKeys]
  if (!Array.isArray(kept)) throw badRetainKeys()
  const names = new Set(kept)
  const brings = Object.keys(patch).filter(
    (name) => patch[name] !== null && !name.startsWith(deleteFromList) && !name.startsWith(setElementOrder),
  )
  if (brings.some((name) => !names.has(name))) throw badRetainKeys()
  for (const name of Object.keys(original)) if (!names.has(name)) delete original[name]
}

interface Member {
  readonly key: string
  readonly schema: Schema
}

function mergeMember(original: JsonObject, value: Json, { key, schema }: Member): void {
  const deletes = key.startsWith(deleteFromList)
  const name = deletes ? nameBehind(key, deleteFromList) : key
  if (value === null) {
    delete original[name]
    return
  }
  const current = own(original, name)
  if (current === undefined || typeName(current) !== typeName(value)) {
    if (!deletes) take(original, name, discardNulls(value))
  } else if (isObject(value) && isObject(current)) {
    const field = fieldSchema(schema, name)
    original[name] = replaces(field) ? value : mergeMap(current, value, field)
  } else if (Array.isArray(value) && Array.isArray(current)) {
    original[name] = mergeList(current, value, listRule(fieldSchema(schema, name)), deletes)
  } else take(original, name, value)
}

function nameBehind(key: string, prefix: string): string {
  if (key.startsWith(`${prefix}/`)) return key.slice(prefix.length + 1)
  throw prefix === setElementOrder ? badSetElementOrder() : badPrimitiveList()
}

const typeName = (value: Json): string => {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'int' : 'float') : typeof value
}

/** Sets a value that has nothing to merge with; directives in it have no effect. */
function take(original: JsonObject, name: string, value: Json): void {
  const kept = withoutDirectives(value)
  if (kept === undefined) delete original[name]
  else original[name] = kept
}

function discardNulls(value: Json): Json {
  if (Array.isArray(value)) value.forEach(discardNulls)
  else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      if (value[name] === null) delete value[name]
      else discardNulls(value[name] ?? null)
    }
  }
  return value
}

function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, directive)) return undefined
  for (const name of Object.keys(value)) take(value, name, value[name] ?? null)
  return value
}

function mergeList(original: Json[], patch: Json[], rule: ListRule, deletes: boolean): Json[] {
  if (!rule.merges && !deletes) return patch
  if (original.length === 0 && patch.length === 0) return original
  const kind = elementKind(original, patch)
  if (kind !== 'map') {
    if (deletes) return without(original, patch)
    const merged = deduplicated([...original, ...patch])
    return ordered({ merged, order: patch, live: original, mergeKey: '', kind })
  }
  if (rule.mergeKey === '') throw strategicFailure(`cannot merge lists without merge key for ${nameOf(rule.items)}`)
  const { base, plain } = obeyDirectives(original, patch, rule.mergeKey)
  const live = [...base]
  return ordered({ merged: mergeItems(base, plain, rule), order: plain, live, mergeKey: rule.mergeKey, kind })
}

const nameOf = (schema: Schema): string =>
  schema.type === 'struct' ? schema.name.slice(schema.name.lastIndexOf('.') + 1) : ''

/** Removes items with `$patch` directives from the patch and applies them. */
function obeyDirectives(
  original: Json[],
  patch: readonly Json[],
  mergeKey: string,
): { readonly base: Json[]; readonly plain: Json[] } {
  const plain: Json[] = []
  const deleted = new Set<Json | undefined>()
  let replace = false
  for (const item of patch) {
    if (!isObject(item) || !Object.hasOwn(item, directive)) plain.push(item)
    else if (item[directive] === 'replace') replace = true
    else if (item[directive] === 'delete') deleted.add(keyOfDeleted(item, mergeKey))
    else if (item[directive] === 'merge') throw strategicFailure('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(item[directive], item)
  }
  if (replace) return { base: plain, plain: [] }
  const base = original.filter((each) => !isObject(each) || !deleted.has(each[mergeKey]))
  return { base, plain }
}

function without(list: readonly Json[], items: readonly Json[]): Json[] {
  const deleted = new Set(items)
  return list.filter((item) => !deleted.has(item))
}

function keyOfDeleted(item: JsonObject, mergeKey: string): Json | undefined {
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  return item[mergeKey]
}

function mergeItems(base: readonly Json[], patch: readonly Json[], { mergeKey, items }: ListRule): Json[] {
  const merged = [...base]
  const index = new KeyIndex(merged, mergeKey)
  for (const item of patch) {
    if (!isObject(item) || !Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
    const value = item[mergeKey]
    const at = index.find(value)
    const current = merged[at] ?? null
    if (isObject(current)) {
      const next = mergeMap(current, item, items)
      merged[at] = next
      // A null in the patch removes the merge key.
      if (next[mergeKey] !== value) index.remove(value)
    } else index.add(item, mergeKey, merged.push(item) - 1)
  }
  return merged
}

/** Merges a list and applies its `$setElementOrder`. */
function orderList(original: JsonObject, patch: JsonObject, { key, schema }: Member): void {
  const order = patch[key]
  delete patch[key]
  if (!Array.isArray(order)) throw badType('[]interface {}', order)
  const name = nameBehind(key, setElementOrder)
  const [live, sent] = [listAt(original, name), listAt(patch, name)]
  const rule = listRule(fieldSchema(schema, name))
  if (sent !== null) checkOrder(sent, order, rule.mergeKey)
  if (live === null && sent === null) return
  const before = placesAfter(live ?? [], sent ?? [], rule.mergeKey)
  const merged =
    live === null
      ? (withoutDirectives(sent ?? []) as Json[])
      : sent === null
        ? live
        : mergeList(live, sent, rule, false)
  const kind = elementKind(before, sent ?? [])
  original[name] = ordered({ merged, order, live: before, mergeKey: rule.mergeKey, kind })
  delete patch[name]
}

/**
 * Returns the positions of the live items after the merge as the reference determines them: an item that is deleted
 * from a list is replaced at its position by an added one.
 */
function placesAfter(live: readonly Json[], sent: readonly Json[], mergeKey: string): Json[] {
  const keyOf = (item: Json): Json | undefined => (isObject(item) ? item[mergeKey] : undefined)
  const isDirective = (item: Json): boolean => isObject(item) && Object.hasOwn(item, directive)
  const deleted = new Set(sent.filter((item) => isObject(item) && item[directive] === 'delete').map(keyOf))
  const kept = live.filter((item) => !deleted.has(keyOf(item)))
  if (mergeKey === '' || kept.length === live.length) return [...live]
  const keptKeys = new Set(kept.map(keyOf))
  const added = sent.filter((item) => !isDirective(item) && !keptKeys.has(keyOf(item)))
  return [...kept, ...added].slice(0, live.length)
}

function listAt(holder: JsonObject, name: string): Json[] | null {
  const value = own(holder, name)
  if (value === undefined) return null
  if (!Array.isArray(value)) throw badType('[]interface {}', value)
  return value
}

/** Checks that the list of the patch is a subsequence of the order; items to delete are ignored. */
function checkOrder(patch: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (order.length === 0) return
  const wanted = patch.filter((item) => !isObject(item) || !Object.hasOwn(item, directive))
  let at = 0
  for (const item of order) {
    if (at < wanted.length && sameItem(wanted[at] ?? null, item, mergeKey)) at += 1
  }
  if (at < wanted.length) {
    throw strategicFailure(
      `The order in patch list:\n${goText([...patch])}\n doesn't match ${setElementOrder} list:\n${goText([...order])}\n`,
    )
  }
}

function sameItem(one: Json, other: Json, mergeKey: string): boolean {
  if (mergeKey === '') return one === other
  for (const item of [one, other]) {
    if (!isObject(item)) throw badType('map[string]interface {}', item)
    if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  }
  return (one as JsonObject)[mergeKey] === (other as JsonObject)[mergeKey]
}
