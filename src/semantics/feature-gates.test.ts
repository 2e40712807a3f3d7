import { expect, test } from 'vitest'
import type { JsonObject } from '#api/json.ts'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock } from '#server/debug/simulated-clock.ts'
import { createFeatureGates } from '#server/features/feature-gates.ts'
import { startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'
import { startServer } from './trial-server.ts'

const namespaces = '/api/v1/namespaces?watch=1&allowWatchBookmarks=true'
const streamed = `${namespaces}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`

test('[FG4] without WatchList streaming lists are off, and an unversioned watch sends no bookmark after the initial events', async () => {
  const server = startServer({ featureGates: createFeatureGates('WatchList=false') })
  const refused = await server.get(streamed)
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain(
    'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  )
  const watching = await server.watch(`${namespaces}&timeoutSeconds=1`)
  const events = await watching.next(4)
  expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'ADDED'])
  server.clock.advance(1100)
  expect(await watching.next(1)).toEqual([])
})

test('[FG5] metrics report which features are enabled', async () => {
  const { text } = await startServer({ featureGates: createFeatureGates('WatchList=false') }).get('/metrics')
  expect(text).toContain('orch_feature_enabled{name="WatchList",stage="BETA"} 0')
  expect(text).toContain('orch_feature_enabled{name="DryRun",stage=""} 1')
})

test('[FG6] gates are read and set at run time, either all of a request or none', async () => {
  const clock = createSimulatedClock()
  const orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator: authenticateAllAs(loopbackAdministrator, 'a test'),
    debug: true,
  })
  const put = async (body: JsonObject): Promise<Response> =>
    orchard.fetch(new Request('http://test/debug/features', { method: 'PUT', body: JSON.stringify(body) }))

  const changed = (await (await put({ WatchList: false })).json()) as { features: JsonObject[] }
  expect(changed.features.find(({ name }) => name === 'WatchList')).toMatchObject({ enabled: false, default: true })
  expect((await orchard.fetch(new Request(`http://test${streamed}`))).status).toBe(422)

  const refused = await put({ WatchList: true, DryRun: false })
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as JsonObject)['message']).toContain('feature is locked to true')
  expect((await orchard.fetch(new Request(`http://test${streamed}`))).status).toBe(422)
  expect((await put({ WatchList: 'yes' })).status).toBe(400)
  orchard.close()
})
