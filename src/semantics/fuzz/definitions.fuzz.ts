import fc from 'fast-check'
import { expect } from 'vitest'
import type { Json, JsonObject } from '#api/json.ts'
import type { TrialServer } from '#semantics/trial-server.ts'
import { search } from './fuzz.ts'
import { createFuzzServer } from './fuzz-server.ts'
import { jsonObjects, jsonValues } from './words.ts'

const { next, panics } = createFuzzServer()
const crds = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const fieldNames = fc.constantFrom('a', 'b', 'spec', 'status', 'metadata', 'kind', '__proto__', 'x-y')

/** Schemas, most of them valid. */
const schemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'number', 'boolean'),
        format: fc.constantFrom('int32', 'date-time', 'byte', 'x'),
        default: jsonValues,
        enum: fc.array(jsonValues, { maxLength: 2 }),
        minimum: fc.integer(),
        maxLength: fc.integer({ min: -1, max: 5 }),
        pattern: fc.constantFrom('^a*$', '(', '[a-z]+', '(a+)+$'),
        nullable: fc.boolean(),
        description: fc.string(),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonObject>,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fieldNames, tie('schema'), { maxKeys: 3 }),
        required: fc.array(fieldNames, { maxLength: 2 }),
        'x-orch-preserve-unknown-fields': fc.boolean(),
        'x-orch-map-type': fc.constantFrom('atomic', 'granular', 'x'),
        'x-orch-embedded-resource': fc.boolean(),
        anyOf: fc.array(tie('schema'), { maxLength: 2 }),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonObject>,
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        'x-orch-list-type': fc.constantFrom('set', 'map', 'atomic'),
        'x-orch-list-map-keys': fc.array(fieldNames, { maxLength: 2 }),
        maxItems: fc.integer({ min: 0, max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonObject>,
    jsonObjects,
  ),
})).schema

let count = 0
const definition = (plural: string, schema: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.fuzz.example` },
  spec: {
    group: 'fuzz.example',
    scope: 'Cluster',
    names: { plural, kind: `K${plural}` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { ...schema, type: 'object' } } }],
  } as Json,
})

async function isServed(server: TrialServer, plural: string): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await server.get(`/apis/fuzz.example/v1/${plural}`)).status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return false
}

search(
  'definitions: any schema is taken or refused; what is taken is served, documented, and judges any object',
  fc.tuple(schemas, jsonObjects),
  async ([schema, object]) => {
    const plural = `k${(count += 1)}`
    const server = next()
    const made = await server.post(crds, definition(plural, schema))
    expect([201, 400, 422]).toContain(made.status)
    if (made.status === 201) {
      expect(await isServed(server, plural)).toBe(true)
      const body = { ...object, apiVersion: 'fuzz.example/v1', kind: `K${plural}`, metadata: { name: 'a' } }
      expect([201, 400, 422, 500]).toContain((await server.post(`/apis/fuzz.example/v1/${plural}`, body)).status)
      const { body: document } = await server.get('/openapi/v3/apis/fuzz.example/v1')
      expect(document.components.schemas[`example.fuzz.v1.K${plural}`]).toBeDefined()
      await server.delete(`${crds}/${plural}.fuzz.example`)
    }
    expect(panics).toEqual([])
  },
  120,
)
