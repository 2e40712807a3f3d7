import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#api/json.ts'
import type { Schema } from '#schema/schema.ts'
import { deduplicated } from './strategic-lists.ts'
import { applyStrategicMergePatch } from './strategic-merge-patch.ts'

/** Deduplicates item by item, as defined: the last item replaces a duplicate. */
function slowlyDeduplicated(list: readonly Json[]): Json[] {
  const kept = [...list]
  for (let at = 0; at < kept.length - 1; at++)
    for (let other = at + 1; other < kept.length; other++) {
      if (kept[at] !== kept[other]) continue
      const last = kept.pop() ?? null
      if (other < kept.length) kept[other] = last
      other--
    }
  return kept
}

test('[MP11] deduplication gives the same result as comparing each item with every other item', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 }), (list) => {
      expect(deduplicated(list)).toEqual(slowlyDeduplicated(list))
    }),
    { numRuns: 500 },
  )
})

test('[MP11] the time of merging long lists is proportional to their length', () => {
  const lists: Schema = {
    type: 'map',
    values: {
      type: 'list',
      items: { type: 'map', values: { type: 'scalar', scalar: 'string' } },
      patchStrategy: ['merge'],
      patchMergeKey: 'name',
    },
  }
  millisecondsOfMerge(1_000, lists)
  // Four times as many items: a quadratic merge takes sixteen times as long. A busy machine can disturb one comparison.
  const ratios: number[] = []
  while (ratios.length < 8 && !ratios.some((ratio) => ratio < 10))
    ratios.push(millisecondsOfMerge(16_000, lists) / millisecondsOfMerge(4_000, lists))
  expect(Math.min(...ratios)).toBeLessThan(10)
})

function millisecondsOfMerge(count: number, lists: Schema): number {
  const names = Array.from({ length: count }, (_, at) => `example.com/f${at}`)
  const variables = (value: string): Json[] => names.map((name) => ({ name, value }))
  const live = { finalizers: names, env: variables('a') }
  const order = names.map((name) => ({ name }))
  const patch = { finalizers: names.toReversed(), env: variables('b'), '$setElementOrder/env': order }
  const start = performance.now()
  const merged = applyStrategicMergePatch(live, patch, lists)
  const taken = performance.now() - start
  expect(merged.finalizers).toHaveLength(count)
  return taken
}
