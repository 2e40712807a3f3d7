import { toRevision } from '#api/revision.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { configMap, configMaps, startServer } from '#semantics/trial-server.ts'
import { type Probe, daylightSaving, goneClients, hooks, slowWebhook, webhook } from './fault-probes.ts'
import { type Family, type Outcome, readCases } from './family.ts'

/** Injected faults. Those of a process, a browser or a disk name the tests that inject them. */
export const faults: Family = {
  name: 'faults',
  async run(dir) {
    const file = readCases<readonly { readonly id: string; readonly layer: string }[]>(dir, 'faults/faults.json')
    if (file === null) return null
    const outcomes: Outcome[] = []
    for (const { id, layer } of file) {
      const probe = probes.get(id)
      const note = probe === undefined ? null : await probe()
      if (note === null) outcomes.push({ id, result: 'skipped', note: elsewhere.get(layer) ?? 'no probe of this kind' })
      else outcomes.push(note === '' ? { id, result: 'passed' } : { id, result: 'failed', note })
    }
    return outcomes
  },
}

/** A webhook that answers nonsense: the failure policy decides. */
const garbage: Probe = async () => {
  const answers = [new Response('x'), new Response('{}', { status: 500 }), Response.json({ kind: 'Other' })]
  for (const answer of answers)
    for (const failurePolicy of ['Fail', 'Ignore'] as const) {
      const server = startServer({ fetch: async () => answer.clone() })
      await server.post(hooks, webhook(failurePolicy))
      const { status } = await server.post(configMaps, configMap('a'))
      server.server.close()
      if (status !== (failurePolicy === 'Fail' ? 500 : 201)) return `${failurePolicy}: ${status}`
    }
  return ''
}

/** The clock goes back or forward between writes: revisions increase, and no object is lost. */
const clockJump =
  (ms: number): Probe =>
  async () => {
    let now = Date.UTC(2024, 0, 1)
    const clock = { now: () => now, after: () => () => undefined }
    const server = startServer({ clock, log: createMemoryLog({ clock }) })
    const before = Number((await server.post(configMaps, configMap('a'))).body.metadata.resourceVersion)
    now += ms
    const after = Number((await server.post(configMaps, configMap('b'))).body.metadata.resourceVersion)
    const { items } = (await server.get(configMaps)).body
    server.server.close()
    return after > before && items.length === 2 ? '' : `revisions ${before} and ${after}, ${items.length} objects`
  }

/** A watch from before the oldest retained revision, and a continue token from there, are 410. */
const compacted =
  (path: (revision: string, token: string) => string): Probe =>
  async () => {
    const server = startServer()
    for (const name of ['a', 'b', 'c']) await server.post(configMaps, configMap(name))
    const { metadata } = (await server.get(`${configMaps}?limit=1`)).body
    for (let n = 0; n < 20; n++) await server.patch(`${configMaps}/a`, { data: { n: `${n}` } })
    await server.log.compact(toRevision(server.log.revision()))
    const answer = await server.get(path(metadata.resourceVersion, encodeURIComponent(metadata.continue)))
    server.server.close()
    return answer.status === 410 || answer.text.includes('"code":410')
      ? ''
      : `got ${answer.status}: ${answer.text.slice(0, 200)}`
  }

/** A watch after a restart, from the version of a list before it, misses nothing. */
const restarted: Probe = async () => {
  const clock = createSimulatedClock()
  const log = createMemoryLog({ clock })
  const first = startServer({ log, clock })
  await first.post(configMaps, configMap('a'))
  const { resourceVersion } = (await first.get(configMaps)).body.metadata
  await first.post(configMaps, configMap('b'))
  first.server.close()
  const second = startServer({ log, clock })
  await second.post(configMaps, configMap('c'))
  const watching = await second.watch(`${configMaps}?watch=1&resourceVersion=${resourceVersion}`)
  const names = (await watching.next(2)).map(({ object }) => object.metadata.name)
  await watching.close()
  second.server.close()
  return names.join(',') === 'b,c' ? '' : `saw ${names.join(',')}`
}

const hour = 3_600_000

const probes: ReadonlyMap<string, Probe> = new Map([
  ['dep-webhook-garbage', garbage],
  ['dep-webhook-slow', slowWebhook],
  ['client-abort', goneClients],
  ['clock-dst', daylightSaving],
  ['clock-back', clockJump(-hour)],
  ['clock-forward', clockJump(365 * 24 * hour)],
  ['watch-lag', compacted((revision) => `${configMaps}?watch=1&resourceVersion=${revision}`)],
  ['compaction-race', compacted((_revision, token) => `${configMaps}?limit=1&continue=${token}`)],
  ['rv-restart', restarted],
])

/** Places at which faults of other layers are injected. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['worker', 'a worker that ends: e2e'],
  ['browser', 'a browser that is killed: e2e'],
  ['os', 'a process that is killed: npm run kills'],
  ['storage', 'a disk that fails: src/indexeddb and src/node/log tests, and e2e'],
  ['concurrency', 'several tabs: e2e, and src/testing/log-contract'],
  ['lifecycle', 'a page that is frozen or left: e2e'],
  ['clock', 'src/server/storage tests'],
  ['serviceworker', 'a service worker that is replaced or stopped: e2e'],
  ['bridge', 'a tab that goes, and clients that ask too much: src/node/bridge/bridge.test.ts [BR1] [BR3]'],
  ['node', 'a process that is ended or killed: src/node tests [ND1] [DK12] [DK13]'],
  ['dependency', 'an issuer that is not there: src/server/auth/jwt tests [JW4]'],
  ['engine', 'src/testing/log-contract, src/node/log/file-damage.test.ts'],
])
