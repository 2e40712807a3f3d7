import { beforeAll, expect, test } from 'vitest'
import { recorders } from './record-samples.ts'
import { ownPart, withOwnOf } from './prepared-log.ts'
import { type PreparedLogs, samplesOf } from './samples.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

const recorded = Object.fromEntries(Object.entries(recorders).map(([name, record]) => [name, record()] as const))
const logOf = async (name: string) => {
  const recording = await recorded[name]
  if (recording === undefined) throw new Error(`no recording ${name}`)
  return recording.log
}
const logs: PreparedLogs = {
  bookShop: () => logOf('book-shop'),
  stuckNamespace: () => logOf('stuck-namespace'),
  tenThousand: () => logOf('ten-thousand'),
}
let uidCount = 0
const started: string[] = []
const samples = samplesOf(logs, () => `uid-${++uidCount}`, {
  whenShopLoaded: () => Promise.resolve(),
  startLife: () => Promise.resolve(started.push('life')).then(),
})
const load = async (id: string) => {
  const sample = samples.find(({ info }) => info.id === id)
  if (sample === undefined) throw new Error(`no sample ${id}`)
  return sample.load(Date.UTC(2030, 0, 1))
}
// Recording takes longer than the tests may, on a busy machine.
beforeAll(async () => void (await Promise.all(Object.values(recorded))), 120_000)

const textOf = (value: Uint8Array | null | undefined): string => new TextDecoder().decode(value ?? undefined)

test('[SD6] the server accepts every request of every sample’s story', async () => {
  for (const recording of Object.values(recorded)) expect((await recording).report.refused).toEqual([])
})

test('[SD6] the server’s own objects are the same in all recordings, and no object of a story is among them', async () => {
  const bookShop = await logs.bookShop()
  const own = ownPart(bookShop).entries
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter(({ key }) => /shop|staging|books/.test(key))).toEqual([])
  expect(own.some(({ key }) => key.includes('/clusterroles.'))).toBe(true)
  for (const rest of [await logs.stuckNamespace(), await logs.tenThousand()]) {
    expect(rest.own).toBe(bookShop.own)
    const revisions = withOwnOf(rest, bookShop).entries.map(({ revision }) => revision)
    expect(revisions).toEqual(revisions.toSorted((one, other) => one - other))
    expect(new Set(revisions).size).toBe(revisions.length)
  }
})

test('[SD6] the empty sample has only the server’s own objects, and no history', async () => {
  const { writes, compactedCount } = await load('empty')
  expect(compactedCount).toBe(writes.length)
  expect(writes.some(({ key }) => key === '/registry/namespaces/default')).toBe(true)
  expect(writes.some(({ key }) => key.includes('shop'))).toBe(false)
})

test('[SD6] in the stuck namespace one finalizer of its own is left, and one of a ConfigMap in it', async () => {
  const { writes, compactedCount } = await load('stuck-namespace')
  const last = (key: string) => textOf(writes.findLast((write) => write.key === key)?.value)
  const namespace = JSON.parse(last('/registry/namespaces/archive')) as {
    metadata: { deletionTimestamp?: string; finalizers: string[] }
  }
  expect(namespace.metadata.deletionTimestamp).toMatch(/^20(29|30)-/)
  expect(namespace.metadata.finalizers).toEqual(['archive.example/keep-index'])
  expect(last('/registry/configmaps/archive/orders-2025')).toContain('archive.example/sign-off')
  expect(writes.findLast(({ key }) => key === '/registry/configmaps/archive/orders-2023')?.value).toBeNull()
  expect(writes.slice(0, compactedCount).some(({ key }) => key === '/registry/namespaces/archive')).toBe(false)
})

test('[SD6] ten thousand objects have names and uids of their own, and the last of them are on the rail', async () => {
  const { writes, compactedCount } = await load('ten-thousand')
  const items = writes.filter(({ key }) => key.startsWith('/registry/configmaps/load/item-'))
  expect(items).toHaveLength(10_000)
  const objects = items.map(({ value }) => JSON.parse(textOf(value)) as { metadata: { name: string; uid: string } })
  expect(new Set(objects.map(({ metadata }) => metadata.uid)).size).toBe(10_000)
  expect(items.every(({ key }, at) => key.endsWith(`/${objects[at]?.metadata.name}`))).toBe(true)
  expect(writes.length - compactedCount).toBe(60)
})

test('[SD8] the living shop is the book shop, whose life starts when it is loaded', async () => {
  const sample = samples.find(({ info }) => info.id === 'living-shop')
  expect((await load('living-shop')).writes.length).toBe((await load('book-shop')).writes.length)
  expect(started).toEqual([])
  await sample?.whenLoaded?.(createMemoryLog({ clock: { now: () => 0, after: () => () => undefined } }))
  expect(started).toEqual(['life'])
})
