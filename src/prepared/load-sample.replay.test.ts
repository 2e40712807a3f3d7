import { expect, test } from 'vitest'
import type { DebugControllers, DebugLog, DebugSamples } from '#facts/debug-api.ts'
import { bookShopStory, storySeconds } from '#samples/book-shop/story.ts'
import { actingAs } from '#server/auth/acting-as.ts'
import { authenticateAllAs, firstOf } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { contentsOf, ownPart, sampleOf } from './prepared-log.ts'
import { recordStory } from './record-story.ts'

const first = { resourceId: 'apps.v1.deployments', namespace: 'shop', name: 'web' }
const info = { id: 'book-shop', title: 'Book shop', words: 'a shop', first }

test('[DB12] a sample replaces all objects, with its people, its times and new uids; it can be loaded again', async () => {
  const { log: recorded } = await recordStory(bookShopStory, storySeconds)
  const clock = createSimulatedClock()
  const log = createMemoryLog({ clock })
  const orchard = await startOrchard({
    log,
    clock,
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the test')]),
    authorizationMode: 'RBAC',
    debug: true,
    samples: [{ info, load: async (nowMs) => sampleOf(recorded, nowMs, () => crypto.randomUUID()) }],
  })
  const call = async <Body>(method: string, path: string, body?: object) => {
    const response = await orchard.fetch(
      new Request(`http://test${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: (await response.json()) as Body }
  }
  const web = '/apis/apps/v1/namespaces/shop/deployments/web'
  const uidOf = async () => (await call<{ metadata: { uid: string } }>('GET', web)).body.metadata.uid
  try {
    expect((await call<DebugSamples>('GET', '/debug/samples')).body.samples).toEqual([info])
    expect((await call('POST', '/debug/samples', { id: 'nothing' })).status).toBe(404)
    expect((await call('POST', '/debug/samples', {})).status).toBe(400)

    const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } }
    expect((await call('POST', '/api/v1/namespaces/default/configmaps', own)).status).toBe(201)
    const before = log.revision()
    expect((await call('POST', '/debug/samples', { id: 'book-shop' })).status).toBe(200)

    expect((await call('GET', '/api/v1/namespaces/default/configmaps/mine')).status).toBe(404)
    const { rows, compacted } = (await call<DebugLog>('GET', '/debug/log?limit=1000')).body
    const kept = recorded.entries.filter(({ revision }) => revision > recorded.compacted)
    expect(compacted).toBeGreaterThan(before)
    expect(rows.map(({ actor, verb, name }) => [actor, verb, name]).slice(0, kept.length)).toEqual(
      kept.map(({ author, key }) => [author.actor, expect.any(String), key.split('/').at(-1)]),
    )
    expect((rows.at(kept.length - 1)?.timeMs ?? 0) - (rows[0]?.timeMs ?? 0)).toBeGreaterThan(40 * 60 * 1000)
    expect(Math.abs((rows.at(kept.length - 1)?.timeMs ?? 0) - clock.now())).toBeLessThan(60_000)

    // Custom kinds and roles of the sample are in force, and loading it again gives other objects.
    expect((await call('GET', '/apis/catalog.example/v1/namespaces/shop/books/dune')).status).toBe(200)
    const uid = await uidOf()
    expect((await call('POST', '/debug/samples', { id: 'book-shop' })).status).toBe(200)
    expect(await uidOf()).not.toBe(uid)
  } finally {
    orchard.close()
  }
})

test('[SD6] an empty cluster has nothing to write for itself: its rail stays empty', async () => {
  const { log: recorded } = await recordStory([], 1)
  const clock = createSimulatedClock()
  const log = createMemoryLog({ clock, contents: contentsOf(ownPart(recorded), clock.now()) })
  const orchard = await startOrchard({
    log,
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'the test'),
    authorizationMode: 'RBAC',
    debug: true,
  })
  const settled = async () =>
    (await (await orchard.fetch(new Request('http://test/debug/controllers'))).json()) as DebugControllers
  try {
    // The loops that complete what the server seeded have looked at it.
    for (const loop of ['clusterrole-aggregation', 'flow-schemas']) {
      await expect
        .poll(async () => (await settled()).controllers.find(({ name }) => name === loop)?.syncCount)
        .toBeGreaterThan(0)
    }
    expect((await log.history({ after: log.compacted(), limit: 10 })).map(({ key }) => key)).toEqual([])
  } finally {
    orchard.close()
  }
})
