import { expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import { byteOrder } from '#server/storage/keys.ts'
import { type Keyed, OrderedKeys } from './ordered-keys.ts'

const keyed = (key: string): Keyed => ({ key, order: byteOrder(key) })

const keysOf = (index: OrderedKeys<Keyed>, start = '', end = '\uffff'): string[] => {
  const keys: string[] = []
  index.visit(start, end, (item) => keys.push(item.key) > 0)
  return keys
}

test('[ST32] thousands of keys that are inserted and removed in any order are visited in key order, over any range', () => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const index = new OrderedKeys<Keyed>()
  const model = new Set<string>()
  for (let step = 0; step < 6_000; step += 1) {
    const key = `k${random(4_000)}`
    if (model.has(key)) {
      index.remove(key)
      model.delete(key)
    } else {
      index.insert(keyed(key))
      model.add(key)
    }
  }
  const sorted = [...model].toSorted()
  expect(keysOf(index), `seed ${seed}`).toEqual(sorted)
  for (let round = 0; round < 50; round += 1) {
    const [start = '', end = ''] = [`k${random(4_000)}`, `k${random(4_000)}`].toSorted()
    const wanted = sorted.filter((key) => key >= start && key < end)
    expect(keysOf(index, start, end), `seed ${seed}: ${start} to ${end}`).toEqual(wanted)
  }
})

test('[ST32] an index that was filled in bulk, emptied key by key and filled again keeps its order', () => {
  const index = new OrderedKeys<Keyed>()
  const keys = Array.from({ length: 1_500 }, (_, i) => `k${String(i).padStart(4, '0')}`)
  index.fill(keys.map(keyed))
  expect(keysOf(index)).toEqual(keys)

  for (const key of keys.slice(200, 1_400)) index.remove(key)
  index.remove('absent')
  expect(keysOf(index)).toEqual([...keys.slice(0, 200), ...keys.slice(1_400)])
  for (const key of keys.slice(200, 1_400).toReversed()) index.insert(keyed(key))
  expect(keysOf(index)).toEqual(keys)
})
