import { deepEqual, type Json, type JsonObject } from '#api/json.ts'

const isPlain = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the JSON merge patch that turns `before` into `after`. Lists are replaced as a whole (RFC 7386). */
export function mergePatchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before[name], after[name]]
    if (deepEqual(old, next)) continue
    if (next === undefined) patch[name] = null
    else patch[name] = isPlain(old) && isPlain(next) ? mergePatchBetween(old, next) : next
  }
  return patch
}

/** Returns `target` with a merge patch applied. */
export function withMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...target }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[name]
    else if (isPlain(value)) merged[name] = withMergePatch(isPlain(merged[name]) ? merged[name] : {}, value)
    else merged[name] = value
  }
  return merged
}

/** Rebases an edit: applies what the user changed since `base` to `live`, and keeps live's resourceVersion. */
export function rebase(base: JsonObject, edited: JsonObject, live: JsonObject): JsonObject {
  const patch = mergePatchBetween(base, edited)
  const metadata = patch['metadata']
  if (isPlain(metadata)) {
    const { resourceVersion: _resourceVersion, ...rest } = metadata
    patch['metadata'] = rest
  }
  return withMergePatch(live, patch)
}

/** A path at which two objects differ, with the JSON text of both sides. */
export interface PathDifference {
  readonly path: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/**
 * Returns the paths at which two values differ, at most `countMax`; items of lists of objects with a `name` are
 * addressed by name.
 */
export function pathDifferences(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
  countMax = 200,
): readonly PathDifference[] {
  if (deepEqual(before, after)) return []
  if (isPlain(before) && isPlain(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .flatMap((name) => pathDifferences(before[name], after[name], path === '' ? name : `${path}.${name}`, countMax))
      .slice(0, countMax)
  }
  const lists = namedItems(before, after)
  if (lists === null) return [{ path, before, after }]
  const [old, next] = lists
  return [...new Set([...old.keys(), ...next.keys()])]
    .flatMap((name) => pathDifferences(old.get(name), next.get(name), `${path}[${name}]`, countMax))
    .slice(0, countMax)
}

function namedItems(
  before: Json | undefined,
  after: Json | undefined,
): readonly [Map<string, Json>, Map<string, Json>] | null {
  if (!Array.isArray(before) || !Array.isArray(after)) return null
  const [old, next] = [byName(before), byName(after)]
  return old === null || next === null ? null : [old, next]
}

function byName(list: readonly Json[]): Map<string, Json> | null {
  const named = new Map<string, Json>()
  for (const item of list) {
    const name = isPlain(item) ? (item['name'] ?? item['type']) : typeof item === 'string' ? item : undefined
    if (typeof name !== 'string' || named.has(name)) return null
    named.set(name, item)
  }
  return named
}
