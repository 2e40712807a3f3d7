import { expect, test } from 'vitest'
import { createResourceTable } from '#server/registry/resource-table.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { createObjectStore } from '#server/storage/object-store.ts'
import { storedNodeGraph } from './stored-node-graph.ts'

test('[NAZ4] the store is watched from the first request until ten minutes after the last', async () => {
  const clock = createSimulatedClock({ now: () => 0, setTimeout: () => null, clearTimeout: () => undefined })
  clock.setFrozen(true)
  const table = createResourceTable(resourceDefinitions)
  const graph = storedNodeGraph(createObjectStore({ log: createMemoryLog({ clock }) }), () => table, clock)
  expect(graph.isFollowing()).toBe(false)
  const first = await graph.current()
  clock.advance(9 * 60_000)
  expect(await graph.current()).toBe(first)
  clock.advance(9 * 60_000)
  expect(graph.isFollowing()).toBe(true)
  clock.advance(60_000)
  expect(graph.isFollowing()).toBe(false)
  expect(await graph.current()).not.toBe(first)
  graph.stop()
})
