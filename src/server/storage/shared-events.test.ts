import { expect, test, vi } from 'vitest'
import type { Revision } from '#api/revision.ts'
import { settle } from '#testing/log-contract/contract-harness.ts'
import { namespacePrefix, objectKey } from './keys.ts'
import { createMemoryLog } from './memory-log.ts'
import { createObjectStore } from './object-store.ts'
import { type ReaderOptions, SharedEvents } from './shared-events.ts'

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined }
const author = { actor: 'alice', verb: 'create', manager: 'test' }
const configMaps = { group: '', resource: 'configmaps' }
const prefix = namespacePrefix(configMaps, 'ns')

/** Creates a store and readers of one of its channels. */
function start() {
  const objects = createObjectStore({ log: createMemoryLog({ clock }) })
  const shared = new SharedEvents()
  const encode = vi.fn((event: { line(): Uint8Array }) => event.line())
  const read = (options: Partial<ReaderOptions> = {}, after: Revision | 0 = 0) =>
    shared.read(
      'all',
      {
        after,
        encode,
        encodeFirst: () => null,
        onReady: () => undefined,
        onEnd: () => undefined,
        pace: () => 'reads',
        onSlow: () => undefined,
        ...options,
      },
      (handlers) => objects.watch({ prefix, after, ...handlers }),
    )
  const write = (name: string) =>
    objects.write({
      key: objectKey({ ...configMaps, namespace: 'ns', name }),
      expected: 0,
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'ns' } },
      author,
    })
  return { objects, encode, read, write }
}

test('[WA15] an event is encoded once, and all readers receive the same bytes', async () => {
  const { encode, read, write } = start()
  const readers = [read(), read(), read()]
  await write('a')
  await settle()

  const pieces = readers.map((reader) => reader.take(Infinity))

  expect(encode).toHaveBeenCalledTimes(1)
  expect(new Set(pieces.map(([piece]) => piece?.bytes)).size).toBe(1)
})

test('[WA15] a reader that joins later receives each event after its start revision once', async () => {
  const { objects, read, write } = start()
  read()
  await write('a')
  const after = objects.revision()
  await write('b')
  await settle()

  const late = read({}, after)
  const text = late
    .take(Infinity)
    .map(({ bytes }) => new TextDecoder().decode(bytes))
    .join('')

  expect(text.match(/"name":"[ab]"/g)).toEqual(['"name":"b"'])
})

test('[WA14] a reader that accepts nothing is stopped when its share is full; the other readers continue', async () => {
  const { read, write } = start()
  const onSlow = vi.fn()
  const stalled = read({ pace: () => 'stalled', onSlow })
  const reader = read()
  let seen = 0
  for (let n = 0; n < 1_500 && onSlow.mock.calls.length === 0; n += 1) {
    await write(`n${n}`)
    if (n % 100 === 0) for (const { count } of reader.take(Infinity)) seen += count
  }

  expect(onSlow).toHaveBeenCalledTimes(1)
  expect(stalled.take(Infinity)).toEqual([])
  for (const { count } of reader.take(Infinity)) seen += count
  expect(seen).toBeGreaterThan(1_000)
})

test('[WA14] a reader whose client may or may not be reading has a share between the two', async () => {
  const { objects, read } = start()
  const slow: string[] = []
  read({ pace: () => 'unseen', onSlow: () => slow.push('unseen') })
  read({ pace: () => 'reads', onSlow: () => slow.push('reads') })
  const value = 'x'.repeat(1024 * 1024)
  for (let n = 0; n < 20; n += 1)
    await objects.write({
      key: objectKey({ ...configMaps, namespace: 'ns', name: `n${n}` }),
      expected: 0,
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `n${n}`, namespace: 'ns' }, data: { value } },
      author,
    })
  await settle()

  expect(slow).toEqual(['unseen'])
})

test('[WA14] a reader that only lags behind is not stopped', async () => {
  const { read, write } = start()
  const onSlow = vi.fn()
  const reader = read({ onSlow })
  for (let n = 0; n < 1_200; n += 1) await write(`n${n}`)

  expect(onSlow).not.toHaveBeenCalled()
  expect(reader.pendingCount).toBe(1_200)
})
