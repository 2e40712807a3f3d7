import { expect, test } from 'vitest'
import { dropUnused, holdCluster } from './cell-clusters.ts'

/** A browser with clusters of cells; `asked` are the deletions. */
function trial(clusters: readonly object[]) {
  const values = new Map<string, string>()
  const held: { name: string }[] = []
  const asked: string[] = []
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  const locks = {
    query: async () => ({ held }),
    request: async (name: string, _options: object, run: () => Promise<never>) => {
      held.push({ name })
      return run()
    },
  }
  const read: typeof fetch = async (input, init) => {
    if (init?.method === 'DELETE') asked.push(String(input))
    return Response.json({ clusters })
  }
  return { place: { storage, locks, read }, held, asked, values }
}

const cluster = (name: string, origin: object = { type: 'sample' }) => ({ name, origin })

test('[EM6] the clusters of a page with cells are deleted when the next one opens, those in use stay', async () => {
  const { place, held, asked, values } = trial([cluster('cells-a'), cluster('cells-b'), cluster('mine')])
  await holdCluster(place, 'cells-a')
  await holdCluster(place, 'cells-b')
  await dropUnused(place)
  expect(asked).toEqual([])
  held.splice(0, 1)
  await dropUnused(place)
  expect(asked).toEqual(['/debug/clusters/cells-a'])
  expect(values.get('orchard.cells')).toBe('["cells-b"]')
})

test('[EM6] a cluster of cells that a branch left stays, and what is kept in disorder is ignored', async () => {
  const { place, asked, values, held } = trial([
    cluster('cells-a'),
    cluster('branch', { type: 'branch', of: 'cells-a', at: 3 }),
  ])
  values.set('orchard.cells', '{"no')
  await holdCluster(place, 'cells-a')
  held.length = 0
  await dropUnused(place)
  expect(asked).toEqual([])
})
