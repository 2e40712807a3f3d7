import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Json, type JsonObject, cloneJson, deepEqual, isObject } from '#api/json.ts'
import { toCanonical } from '#schema/canonical.ts'
import { decodeObject } from '#schema/decode.ts'
import type { StructSchema } from '#schema/schema.ts'
import '#server/kinds/every-group.ts'
import { structSchema } from '#server/kinds/group-types.ts'

const folder = 'src/semantics/data/conformance/recordings'

/** Reads the recordings, in which times are placeholders and some values are elided. */
function readRecordings(): readonly { readonly at: string; readonly body: JsonObject }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8').replaceAll('"<time>"', '"2026-01-01T00:00:00Z"')
      const { results } = JSON.parse(text) as { results: readonly ({ readonly body?: Json } | null)[] }
      return results.flatMap((result, step) =>
        isObject(result?.body) ? [{ at: `${name} step ${step}`, body: result.body }] : [],
      )
    })
}

const groupWord = (group: string): string => group.replace(/\.authorization\.orch\.io$|\.orch\.io$/, '')

function schemaOf({ kind, apiVersion }: JsonObject): StructSchema | null {
  const [first, version] = String(apiVersion).split('/')
  const name =
    version === undefined ? `core.${first}.${String(kind)}` : `${groupWord(first ?? '')}.${version}.${String(kind)}`
  try {
    return structSchema(name)
  } catch {
    return null
  }
}

/** Reports whether a recorded object is elided or has no schema yet. */
const isElided = (body: JsonObject): boolean =>
  body.kind === 'CustomResourceDefinition' ||
  (String(body.kind).endsWith('List') && body.items === undefined) ||
  /<random>|"<[a-z ]*port>"/.test(JSON.stringify(body))

/** Returns the items of a list as objects, or the object itself. */
const objectsOf = (body: JsonObject): readonly JsonObject[] =>
  Array.isArray(body.items) && String(body.kind).endsWith('List')
    ? body.items
        .filter(isObject)
        .map((item) => ({ kind: String(body.kind).slice(0, -4), apiVersion: body.apiVersion, ...item }))
    : [body]

test('[SC9] every recorded object is unchanged after decoding and encoding', () => {
  let count = 0
  const different: string[] = []
  for (const { at, body } of readRecordings())
    for (const object of objectsOf(body)) {
      const schema = isElided(object) ? null : schemaOf(object)
      if (schema === null) continue
      count++
      if (!deepEqual(tryEncode(schema, object), object)) different.push(at)
    }
  expect(count).toBeGreaterThan(2000)
  // Some lists of rules and audiences are elided in the recordings.
  expect(
    different.filter(
      (at) => !/^(authz|rbac|tokens|misc\/misc-response-compression|defaults-validation\/valid-service)/.test(at),
    ),
  ).toEqual([])
})

function tryEncode(schema: StructSchema, object: JsonObject): Json {
  const { object: decoded } = decodeObject(schema, cloneJson(object))
  return toCanonical(schema, decoded)
}
