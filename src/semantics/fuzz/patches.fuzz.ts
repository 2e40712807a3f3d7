import fc from 'fast-check'
import { expect } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { type Json, type JsonObject, cloneJson, isObject } from '#api/json.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch } from '#server/merge/merge-patch.ts'
import { applyStrategicMergePatch } from '#server/merge/strategic-merge-patch.ts'
import {
  type FieldSet,
  difference,
  equalSets,
  fieldSetOf,
  intersection,
  isEmptySet,
  pathsOf,
  union,
} from '#server/merge/managed-fields/field-set.ts'
import { fromFieldsV1, toFieldsV1 } from '#server/merge/managed-fields/field-set-json.ts'
import { search, unlessRefused } from './fuzz.ts'
import { jsonObjects, jsonValues } from './words.ts'

const text = (value: unknown): string => JSON.stringify(value)
const plain = (value: Json): Json => JSON.parse(text(value)) as Json

/** An independent implementation of RFC 7386. */
function merged(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const found = Object.assign(Object.create(null) as JsonObject, isObject(target) ? target : {})
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete found[key]
    else found[key] = merged(found[key] ?? null, value)
  }
  return found
}

/** The reference deviates for null inside of lists: it sometimes removes null from objects there. */
const hasNullInList = (value: Json, isInList = false): boolean => {
  if (value === null) return isInList
  if (Array.isArray(value)) return value.some((each) => hasNullInList(each, true))
  return isObject(value) && Object.values(value).some((each) => hasNullInList(each ?? null, isInList))
}

search(
  'merge patch: is RFC 7386 on objects, and done twice is done once',
  fc.tuple(jsonObjects, jsonObjects),
  ([base, patch]) => {
    fc.pre(!hasNullInList(patch))
    const before = text(base)
    const once = applyMergePatch({ value: patch }, base).value
    expect(plain(once)).toEqual(plain(merged(base, patch)))
    expect(text(base)).toBe(before)
    expect(plain(applyMergePatch({ value: patch }, once).value)).toEqual(plain(once))
  },
)

const pointers = fc
  .array(fc.constantFrom('a', 'b', '0', '1', '-', '-1', '~0', '~1', '', 'name', '__proto__', 'a/b'), { maxLength: 3 })
  .map((words) => words.map((word) => `/${word}`).join(''))
const operations = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'none'),
    path: fc.oneof({ weight: 9, arbitrary: pointers }, fc.string()),
    from: pointers,
    value: jsonValues,
  },
  { requiredKeys: [] },
)

search(
  'JSON patch: any operations succeed or are refused, and leave the base alone',
  fc.tuple(jsonObjects, fc.array(operations, { maxLength: 5 }), fc.boolean()),
  ([base, found, checked]) => {
    const before = text(base)
    const result = unlessRefused(
      () => applyJsonPatch(parseJsonPatch({ value: found as Json }, checked), base),
      ApiError,
    )
    expect(text(base)).toBe(before)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
    if (result !== null) expect(text(result.value)).toBeDefined()
  },
)

const names = fc.constantFrom('a', 'b', 'c')
const containers = fc.uniqueArray(
  fc.record(
    { name: names, image: fc.constantFrom('x', 'y'), args: fc.array(names, { maxLength: 2 }) },
    { requiredKeys: ['name'] },
  ),
  { selector: ({ name }) => name, maxLength: 3 },
)
const podSpecs = fc.record(
  {
    containers,
    nodeSelector: fc.dictionary(names, names, { maxKeys: 2 }),
    restartPolicy: fc.constantFrom('Always', 'Never'),
    hostNetwork: fc.boolean(),
    tolerations: fc.array(fc.record({ key: names, value: names }), { maxLength: 2 }),
    imagePullSecrets: fc.uniqueArray(fc.record({ name: names }), { selector: ({ name }) => name, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

search(
  'strategic merge patch: without directives, done twice is done once, and keys stay unique',
  fc.tuple(podSpecs, podSpecs),
  ([base, patch]) => {
    const schema = coreV1.schema('PodSpec')
    const apply = (to: Json): JsonObject =>
      applyStrategicMergePatch(cloneJson(to) as JsonObject, cloneJson(patch as Json) as JsonObject, schema)
    const once = apply(base as Json)
    expect(apply(once)).toEqual(once)
    const keys = (Array.isArray(once.containers) ? once.containers : []).map((each) =>
      isObject(each) ? each.name : null,
    )
    expect(new Set(keys).size).toBe(keys.length)
  },
)

const directives = jsonObjects.map((object) => ({ ...object }))
const wildPatches = fc.record(
  {
    containers: fc.array(
      fc.oneof(
        fc.record({ name: names, $patch: fc.constantFrom('delete', 'replace', 'merge', 'x') }, { requiredKeys: [] }),
        jsonValues,
      ),
      { maxLength: 3 },
    ),
    '$setElementOrder/containers': fc.array(fc.oneof(fc.record({ name: names }), jsonValues), { maxLength: 3 }),
    $retainKeys: fc.oneof(fc.array(names), jsonValues),
    '$deleteFromPrimitiveList/finalizers': jsonValues,
    nodeSelector: fc.oneof(fc.constant(null), directives),
    $patch: fc.constantFrom('delete', 'replace', 'x'),
  },
  { requiredKeys: [] },
)

search(
  'strategic merge patch: any directives succeed or are refused',
  fc.tuple(podSpecs, wildPatches),
  ([base, patch]) => {
    const run = (): JsonObject =>
      applyStrategicMergePatch(
        cloneJson(base as Json) as JsonObject,
        cloneJson(plain(patch as Json)) as JsonObject,
        coreV1.schema('PodSpec'),
      )
    const result = unlessRefused(run, ApiError)
    if (result !== null) expect(text(result)).toBeDefined()
  },
)

const elements = fc.constantFrom('f:a', 'f:b', 'f:metadata', 'k:{"name":"x"}', 'v:"a"', 'v:1', 'i:0')
const sets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(elements, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
  .map((paths) => fieldSetOf(...paths))

search('field sets: the laws of sets', fc.tuple(sets, sets), ([a, b]) => {
  const [both, either] = [intersection(a, b), union(a, b)]
  expect(equalSets(union(difference(a, b), both), a)).toBe(true)
  expect(isEmptySet(intersection(difference(a, b), b))).toBe(true)
  expect(pathsOf(either).length + pathsOf(both).length).toBe(pathsOf(a).length + pathsOf(b).length)
  expect(equalSets(union(a, b), union(b, a))).toBe(true)
})

search('field sets: come back from FieldsV1', sets, (set) => {
  expect(equalSets(fromFieldsV1(toFieldsV1(set)), set)).toBe(true)
})

search('FieldsV1: any JSON is a set or is refused', jsonValues, (value) => {
  const set = unlessRefused(() => fromFieldsV1(value), SyntaxError)
  if (set !== null) expect(equalSets(fromFieldsV1(toFieldsV1(set)), set)).toBe(true)
})
