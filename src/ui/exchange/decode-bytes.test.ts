import { expect, test } from 'vitest'
import type { DebugProtobuf } from '#facts/debug-api.ts'
import { decodeBytes } from './decode-bytes.ts'

const text = (value: string): number[] => [...new TextEncoder().encode(value)]
const field = (number: number, bytes: readonly number[]): number[] => [(number << 3) | 2, bytes.length, ...bytes]

const spec = [0x08, 0x03]
const raw = [...field(1, [...field(1, text('web')), 0x20, 0x01]), ...field(2, spec)]
const envelope = [
  ...text('k8s'),
  0,
  ...field(1, [...field(1, text('apps/v1')), ...field(2, text('Deployment'))]),
  ...field(2, raw),
]

const layout: DebugProtobuf = {
  message: 'Deployment',
  messages: {
    Deployment: {
      1: { name: 'metadata', type: 'message', message: 'Meta' },
      2: { name: 'spec', type: 'message', message: 'Spec' },
    },
    Meta: { 1: { name: 'name', type: 'string' }, 4: { name: 'paused', type: 'boolean' } },
    Spec: { 1: { name: 'replicas', type: 'int32' } },
  },
}

test('[BY1] a message is decoded field by field, with name, number and byte range', () => {
  const { nodes, kind, problem } = decodeBytes(Uint8Array.from(envelope), layout, false)
  expect(problem).toBe(null)
  expect(kind).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment' })
  expect(nodes.map(({ path, number, text: words }) => `${path} #${number} ${words}`)).toEqual([
    'prefix #0 k8s\\0',
    'typeMeta #1 ',
    'typeMeta.apiVersion #1 apps/v1',
    'typeMeta.kind #2 Deployment',
    'raw #2 ',
    'raw.metadata #1 ',
    'raw.metadata.name #1 web',
    'raw.metadata.paused #4 true',
    'raw.spec #2 ',
    'raw.spec.replicas #1 3',
  ])
  const replicas = nodes.at(-1)
  expect([...Uint8Array.from(envelope).subarray(replicas?.start, replicas?.end)]).toEqual(spec)
})

test('[BY1] without field names only numbers are shown, and truncated bytes are reported, not thrown', () => {
  expect(decodeBytes(Uint8Array.from([0x08, 0x03]), null, false).nodes).toMatchObject([{ name: '1', text: '3' }])
  expect(decodeBytes(Uint8Array.from(envelope.slice(0, -1)), layout, false).problem).toMatch(/truncated/)
  expect(decodeBytes(Uint8Array.from([0x0b]), null, false).problem).toMatch(/wire type 3/)
})

test('[BY1] the frames of a watch are decoded one after the other', () => {
  const frame = [0, 0, 0, envelope.length, ...envelope]
  const { nodes, problem } = decodeBytes(Uint8Array.from([...frame, ...frame, 0, 0, 0, 9]), layout, true)
  expect(nodes.filter(({ number }) => number === 0).map(({ name }) => name)).toEqual([
    'frame 1',
    'prefix',
    'frame 2',
    'prefix',
  ])
  expect(problem).toBe('frame 3 is incomplete')
})
