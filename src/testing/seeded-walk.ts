import { seededRandom } from '#api/seeded-random.ts'
import { createOrchard, type OrchardOptions, type OrchardServer } from '#library/orchard.ts'
import { storedHistory } from './stored-history.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
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

const post = (server: OrchardServer, metadata: object, data: object = {}) =>
  server.fetch(configMaps, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }),
  })

/** Random writes to a few names, and time that passes. */
async function walk(server: OrchardServer, steps: number): Promise<void> {
  const random = seededRandom(11)
  for (let step = 0; step < steps; step += 1) {
    const path = `${configMaps}/c${random(9)}`
    const choice = random(6)
    if (choice === 0) await server.fetch(path, { method: 'DELETE' })
    else if (choice === 1) await post(server, { generateName: 'made-' })
    else if (choice === 2) await server.clock.advance(random(5_000))
    else await post(server, { name: `c${random(9)}` }, { step: String(step) })
  }
}

/** Returns all that a server with this seed stores while random requests are made to it, its loops and nodes run and time passes. */
export async function recordWalk(
  seed: number,
  steps: number,
  loops: OrchardOptions['loops'] = '*',
): Promise<readonly object[]> {
  const options = {
    seed,
    now: '2026-01-01T00:00:00Z',
    loops,
    nodes: loops === '*' ? 2 : 0,
    objects: [deployment],
  } as const
  // Without `await using`, which WebKit lacks: engines run this, too.
  const server = await createOrchard(options)
  try {
    await walk(server, steps)
    return await storedHistory(server)
  } finally {
    await server.close()
  }
}

/** The same as a few characters, to compare it between engines. */
export async function digestOfWalk(seed: number, steps: number): Promise<{ writes: number; digest: string }> {
  const history = await recordWalk(seed, steps)
  const bytes = new TextEncoder().encode(JSON.stringify(history))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { writes: history.length, digest: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}
