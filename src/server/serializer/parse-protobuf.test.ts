import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import { kindSchema } from '#server/kinds/kind-schema.ts'
import { apiextensionsV1 } from '#server/kinds/schemas/apiextensions-v1.ts'
import { coreV1 } from '#server/kinds/schemas/core-v1.ts'
import { parseProtobuf } from './parse-protobuf.ts'
import { UnreadableMessage } from './unreadable-message.ts'
import { encodeEnvelope } from './protobuf/envelope.ts'

const pod = coreV1.schema('Pod')
const expected = { apiVersion: 'v1', kind: 'Pod', schema: pod }
const whole = encodeEnvelope(pod, {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', labels: { l: '1' }, creationTimestamp: '2024-02-29T00:00:00Z', generation: 7 },
  spec: {
    containers: [
      { name: 'c', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } }, livenessProbe: { exec: {} } },
    ],
    volumes: [{ name: 'v', secret: { secretName: 's', defaultMode: 256 } }],
    securityContext: { supplementalGroups: [1, 2] },
  },
})

/** Decodes like an endpoint; a body can be refused in one of two ways. */
function outcome(body: Uint8Array): 'read' | 'refused' {
  try {
    const value = parseProtobuf(body, expected)
    decodeObject(kindSchema(String(value.apiVersion), String(value.kind)) ?? pod, value)
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableMessage || error instanceof DecodeError) return 'refused'
    throw error
  }
}

/** Returns a seeded random generator, so that failures are reproducible. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

test('[PB7] every truncated message is refused', () => {
  const ends = Array.from({ length: whole.length - 5 }, (_, at) => outcome(whole.subarray(0, at + 4)))

  expect(outcome(whole)).toBe('read')
  // The two strings at the end are optional; everything before them is required.
  expect(ends.filter((each) => each === 'read').length).toBeLessThan(6)
})

test('[PB7] randomly changed bytes are either decoded or refused', () => {
  const random = randomFrom(7)
  const outcomes = new Set<string>()
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Uint8Array.from(whole)
    for (let change = 0; change < 3; change += 1)
      bytes[4 + Math.floor(random() * (bytes.length - 4))] = Math.floor(random() * 256)
    outcomes.add(outcome(bytes))
  }

  expect([...outcomes].sort()).toEqual(['read', 'refused'])
})

test('[PB7] messages that are nested too deeply are refused', () => {
  const props = apiextensionsV1.schema('JSONSchemaProps')
  const deep = Array.from({ length: 1000 }).reduce<JsonObject>((inner) => ({ not: inner }), {})
  const bytes = encodeEnvelope(props, { apiVersion: 'x/v1', kind: 'Deep', ...deep })
  const read = (): unknown => parseProtobuf(bytes, { apiVersion: 'x/v1', kind: 'Deep', schema: props })

  expect(read).toThrow('exceeded max depth')
})
