import { expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import { storedHistory } from '#testing/stored-history.ts'
import { createOrchard, type OrchardServer } from './orchard.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

const post = (server: OrchardServer, path: string, body: object) =>
  server.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Random writes to a few names, and time that passes. */
async function walk(server: OrchardServer, steps: number): Promise<void> {
  const random = seededRandom(11)
  for (let step = 0; step < steps; step += 1) {
    const path = `${configMaps}/c${random(9)}`
    const choice = random(6)
    if (choice === 0) await server.fetch(path, { method: 'DELETE' })
    else if (choice === 1) await post(server, configMaps, { ...configMap(''), metadata: { generateName: 'made-' } })
    else if (choice === 2) await server.clock.advance(random(5_000))
    else await post(server, configMaps, configMap(`c${random(9)}`, { step: String(step) }))
  }
}

test('[LIB2] the same seed, time and requests store the same bytes, loops included', async () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
    },
  }
  const record = async (seed: number): Promise<readonly object[]> => {
    const options = { seed, now: '2026-01-01T00:00:00Z', loops: '*', nodes: 2, objects: [deployment] } as const
    await using server = await createOrchard(options)
    await walk(server, 60)
    return await storedHistory(server)
  }
  const first = await record(5)
  expect(first.length).toBeGreaterThan(100)
  expect(await record(5)).toEqual(first)
  expect(await record(6)).not.toEqual(first)
})
