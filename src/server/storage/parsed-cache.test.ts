import { expect, test } from 'vitest'
import { createMemoryLog } from './memory-log.ts'
import { createObjectStore } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

const clock = { now: () => 1_000_000, after: () => () => undefined }
const author = { actor: 'alice', verb: 'create', manager: 'test' }

test('[ST6] recently used objects are parsed once, and the parsed objects are limited to a few megabytes', async () => {
  const store = createObjectStore({ log: createMemoryLog({ clock }) })
  for (let i = 0; i < 12; i += 1) {
    const object = { kind: 'A', apiVersion: 'v1', metadata: { name: `n${i}` }, data: { v: 'x'.repeat(700_000) } }
    await store.write({ key: `/registry/as/n${i}`, expected: 0, object, author })
  }
  const { items } = await store.list({ prefix: '/registry/as/' })
  const [first, second] = items
  const parsed = first?.object
  expect(first?.object).toBe(parsed)
  for (const item of items.slice(0, 4)) void item.object
  expect(first?.object).toBe(parsed)
  const other = second?.object
  for (const item of items.slice(2)) void item.object

  expect(second?.object).not.toBe(other)
  expect(second?.object).toEqual(other)
})

test('[ST6] the object of a write takes the place of the parsed one that it replaces', async () => {
  const store = createObjectStore({ log: createMemoryLog({ clock }) })
  const key = '/registry/as/a'
  const version = (v: string) => ({ kind: 'A', apiVersion: 'v1', metadata: { name: 'a', labels: { v } }, data: { v } })
  const write = async (v: string, replaced?: StoredObject) => {
    const object = version(v)
    const expected = replaced?.revision ?? 0
    const written = await store.write({ key, expected, object, author, replaced })
    if (written.type !== 'written') throw new Error('another write came first')
    return { object, stored: written.stored }
  }
  const first = await write('1')
  expect(first.stored.object.data).not.toBe(first.object.data)
  const second = await write('2', first.stored)

  expect(second.stored.object.data).toBe(second.object.data)
  const text = new TextDecoder().decode(second.stored.encoded.toBytes(true))
  expect(JSON.stringify(second.stored.object)).toBe(text)
})

test('[ST6] equal labels share one object, different labels do not', async () => {
  const store = createObjectStore({ log: createMemoryLog({ clock }) })
  for (const [name, app] of [
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
  ]) {
    const object = { kind: 'A', apiVersion: 'v1', metadata: { name: `${name}`, labels: { app: `${app}` } } }
    await store.write({ key: `/registry/as/${name}`, expected: 0, object, author })
  }
  const [a, b, c] = (await store.list({ prefix: '/registry/as/' })).items

  expect(a?.labels).toBe(b?.labels)
  expect([a?.labels, c?.labels]).toEqual([{ app: 'x' }, { app: 'y' }])
})
