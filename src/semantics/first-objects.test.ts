import { expect, test } from 'vitest'
import { startServer } from './trial-server.ts'

const classes = '/apis/scheduling.orch.io/v1/priorityclasses'

test('[PC4] system priority classes are created once, at the first start', async () => {
  const first = startServer()
  const seen = await first.get(classes)
  const again = startServer({ log: first.log })

  expect(
    seen.body.items.map((item: { metadata: { name: string }; value: number }) => [item.metadata.name, item.value]),
  ).toEqual([
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ])
  expect((await again.get(classes)).body.metadata.resourceVersion).toBe(seen.body.metadata.resourceVersion)
})
