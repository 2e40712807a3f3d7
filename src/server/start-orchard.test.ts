import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import type { DebugLog, DebugObjects, DebugProtobuf, DebugRevision, DebugSnapshot } from '#facts/debug-api.ts'

import type { Fact } from '#facts/fact.ts'
import { actingAs } from './auth/acting-as.ts'
import { authenticateAllAs, firstOf } from './auth/authenticator.ts'
import { loopbackAdministrator } from './auth/user-info.ts'
import { createSimulatedClock } from './debug/simulated-clock.ts'
import { type Orchard, startOrchard } from './start-orchard.ts'
import { createMemoryLog } from './storage/memory-log.ts'

const running: Orchard[] = []
afterEach(() => running.splice(0).forEach((orchard) => orchard.close()))

async function start() {
  const clock = createSimulatedClock()
  const authenticator = firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the test')])
  const orchard = await startOrchard({
    log: createMemoryLog({ clock }),
    clock,
    authenticator,
    debug: true,
    freeze: true,
  })
  running.push(orchard)
  const call = async <Body = ApiObject>(method: string, path: string, body?: object, type = 'application/json') => {
    const response = await orchard.fetch(
      new Request(`http://test${path}`, {
        method,
        headers: { 'content-type': type, 'x-orchard-acting-as': 'alice', 'user-agent': 'test' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: (await response.json()) as Body }
  }
  return { orchard, clock, call }
}

const configMap = (name: string, data: Record<string, string>, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data,
})
const path = '/api/v1/namespaces/default/configmaps'

const until = (reached: () => Promise<boolean>): Promise<void> => expect.poll(reached).toBe(true)

/** Lets controllers act if they have work: each request takes several turns of the event loop. */
const manyRequests = async (call: Awaited<ReturnType<typeof start>>['call']) => {
  for (let n = 0; n < 30; n += 1) await call('GET', '/api/v1/namespaces')
}

test('[DB3] the log reports actor, verb, effect and changes of each write', async () => {
  const { call } = await start()
  await call('POST', path, configMap('a', { k: '1' }, { finalizers: ['x.example/y'] }))
  await call('PATCH', `${path}/a`, { data: { k: '2' } }, 'application/merge-patch+json')
  await call('DELETE', `${path}/a`)
  await call('PATCH', `${path}/a`, { metadata: { finalizers: null } }, 'application/merge-patch+json')

  const { rows } = (await call<DebugLog>('GET', '/debug/log')).body
  const own = rows.filter(({ name, resource }) => name === 'a' && resource === 'configmaps')

  expect(own.map(({ verb, effect, actor }) => [verb, effect, actor])).toEqual([
    ['create', 'created', 'alice'],
    ['patch', 'updated', 'alice'],
    ['delete', 'deletion-requested', 'alice'],
    ['patch', 'removed', 'alice'],
  ])
  expect(own[1]?.changes).toContainEqual({ path: 'data.k', before: '"1"', after: '"2"' })
  // The removal names the finalizers that went with the object.
  expect(own[3]?.changes).toEqual([{ path: 'metadata.finalizers[x.example/y]', before: '"x.example/y"', after: null }])
  const change = (await call<DebugRevision>('GET', `/debug/log/${own[1]?.revision}`)).body
  expect([change.before?.['data'], change.after?.['data']]).toEqual([{ k: '1' }, { k: '2' }])
})

test('[DB4] objects can be read as of any retained revision; other revisions are refused with the reason', async () => {
  const { call } = await start()
  const created = await call('POST', path, configMap('a', { k: '1' }))
  await call('DELETE', `${path}/a`)
  const at = created.body.metadata.resourceVersion

  const then = (await call<DebugObjects>('GET', `/debug/objects?at=${at}`)).body
  expect(then.items.some(({ metadata }) => metadata.name === 'a')).toBe(true)
  await call('POST', '/debug/compact', {})

  expect((await call('GET', `/debug/objects?at=${at}`)).status).toBe(410)
  expect((await call('GET', '/debug/objects?at=999999')).status).toBe(404)
  expect((await call('GET', '/debug/objects?at=x')).status).toBe(400)
})

test('[DB14] a revision can be read as the difference from another one, in both directions', async () => {
  const { call } = await start()
  const versionOf = async (method: string, name: string, body?: object) =>
    Number((await call(method, name === '' ? path : `${path}/${name}`, body)).body.metadata.resourceVersion)
  await call('POST', path, configMap('stays', {}))
  await call('POST', path, configMap('again', { k: '1' }))
  const before = await versionOf('POST', '', configMap('goes', {}))
  await call('DELETE', `${path}/goes`)
  await call('DELETE', `${path}/again`)
  await call('POST', path, configMap('again', { k: '2' }))
  const after = await versionOf('POST', '', configMap('comes', {}))

  const all = async (at: number) => (await call<DebugObjects>('GET', `/debug/objects?at=${at}`)).body.items
  const versions = (items: DebugObjects['items']) =>
    items.map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).toSorted()
  for (const [at, since] of [
    [after, before],
    [before, after],
    [after, after],
  ] as const) {
    const { body } = await call<DebugObjects>('GET', `/debug/objects?at=${at}&since=${since}`)
    const gone = new Set([...(body.removed ?? []), ...body.items.map(({ metadata }) => metadata.uid)])
    const kept = (await all(since)).filter(({ metadata }) => !gone.has(metadata.uid))
    expect(body.since).toBe(since)
    expect(body.items.map(({ metadata }) => metadata.name)).not.toContain('stays')
    expect(versions([...kept, ...body.items])).toEqual(versions(await all(at)))
  }
  expect((await call('GET', `/debug/objects?at=999999&since=${before}`)).status).toBe(404)
  await call('POST', '/debug/compact', { revision: before })
  const { body } = await call<DebugObjects>('GET', `/debug/objects?at=${after}&since=${before}`)
  expect(body.since).toBeUndefined()
  expect(versions(body.items)).toEqual(versions(await all(after)))
})

test('[DB7] a compacted history expires old watches and tokens, and reads continue', async () => {
  const { call } = await start()
  for (const name of ['a', 'b', 'c']) await call('POST', path, configMap(name, {}))
  const first = (await call('GET', `${path}?limit=1`)).body.metadata as { continue?: string; resourceVersion?: string }
  expect((await call('POST', '/debug/compact', {})).status).toBe(200)

  expect((await call('GET', `${path}?limit=1&continue=${first.continue}`)).status).toBe(410)
  expect(
    (await call('GET', `${path}?resourceVersion=${first.resourceVersion}&resourceVersionMatch=Exact`)).status,
  ).toBe(410)
  expect((await call('GET', path)).status).toBe(200)
})

test('[DB9] facts report writes and requests as JSON lines, past and live', async () => {
  const { orchard, call } = await start()
  await call('POST', path, configMap('before', {}))
  const ending = new AbortController()
  const stream = await orchard.fetch(new Request('http://test/debug/facts?replay=1000', { signal: ending.signal }))
  await call('POST', path, configMap('after', {}))
  const reader = stream.body?.getReader()
  let text = ''
  while (!text.includes('"after"') || !text.includes('"before"'))
    text += new TextDecoder().decode((await reader?.read())?.value)
  ending.abort()

  const facts = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Fact)
  const finished = facts.filter((fact) => fact.type === 'request-finished')
  expect(finished.some(({ method, status, wrote }) => method === 'POST' && status === 201 && wrote > 0)).toBe(true)
  expect(finished[0]?.stages.map(({ stage }) => stage)).toContain('authorization')
})

test('[DB5] a reset deletes all objects and history, and revisions continue', async () => {
  const { call } = await start()
  const before = Number((await call('POST', path, configMap('a', {}))).body.metadata.resourceVersion)

  expect((await call('POST', '/debug/reset')).status).toBe(200)

  expect((await call('GET', `${path}/a`)).status).toBe(404)
  const after = await call('POST', path, configMap('a', {}))
  expect(Number(after.body.metadata.resourceVersion)).toBeGreaterThan(before)
})

test('[DB6] a snapshot restores everything; an invalid one changes nothing', async () => {
  const { call } = await start()
  const { uid } = (await call('POST', path, configMap('a', { k: '1' }))).body.metadata
  const snapshot = (await call<DebugSnapshot>('GET', '/debug/snapshot')).body
  await call('DELETE', `${path}/a`)

  for (const bad of [{}, { ...snapshot, objects: [{ kind: 'Widget' }] }, { ...snapshot, objects: 'x' }]) {
    expect((await call('POST', '/debug/snapshot', bad)).status).toBe(400)
  }
  expect((await call('GET', '/api/v1/namespaces/default')).status).toBe(200)
  expect((await call('POST', '/debug/snapshot', snapshot)).status).toBe(200)

  expect((await call('GET', `${path}/a`)).body).toMatchObject({ metadata: { uid }, data: { k: '1' } })
})

test('[DB1] the clock can be frozen and advanced, never set back', async () => {
  const { call, clock } = await start()
  expect((await call('POST', '/debug/clock', { frozen: true })).status).toBe(200)
  const frozenAt = clock.now()
  await call('POST', '/debug/clock', { advanceMs: 3_600_000 })

  expect(clock.now()).toBe(frozenAt + 3_600_000)
  expect((await call('POST', '/debug/clock', { advanceMs: -1 })).status).toBe(400)
  const created = await call('POST', path, configMap('late', {}))
  expect(created.body.metadata.creationTimestamp).toBe(new Date(clock.now()).toISOString().replace(/\.\d+Z/, 'Z'))
})

test('[CO2] a terminating namespace is emptied and deleted; an object with a finalizer keeps it', async () => {
  const { call } = await start()
  await call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
  await call('POST', '/api/v1/namespaces/n/configmaps', configMap('held', {}, { finalizers: ['x.example/y'] }))
  await call('POST', '/api/v1/namespaces/n/secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } })
  await call('DELETE', '/api/v1/namespaces/n')

  await until(async () =>
    JSON.stringify((await call('GET', '/api/v1/namespaces/n')).body).includes('SomeFinalizersRemain'),
  )
  expect((await call('GET', '/api/v1/namespaces/n/secrets/s')).status).toBe(404)
  await call(
    'PATCH',
    '/api/v1/namespaces/n/configmaps/held',
    { metadata: { finalizers: null } },
    'application/merge-patch+json',
  )

  await until(async () => (await call('GET', '/api/v1/namespaces/n')).status === 404)
})

test('[CO8] a terminating namespace is kept for half a second', async () => {
  const { call, clock } = await start()
  await call('POST', '/debug/clock', { frozen: true })
  await call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
  await call('DELETE', '/api/v1/namespaces/n')
  clock.advance(499)
  await manyRequests(call)
  expect((await call('GET', '/api/v1/namespaces/n')).body).toMatchObject({ status: { phase: 'Terminating' } })

  clock.advance(1)
  await until(async () => (await call('GET', '/api/v1/namespaces/n')).status === 404)
})

test('[DB8] a paused controller does its work after it resumes', async () => {
  const { call } = await start()
  await call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
  expect((await call('POST', '/debug/controllers/namespace', { paused: true })).status).toBe(200)
  await call('DELETE', '/api/v1/namespaces/n')
  await manyRequests(call)
  expect((await call('GET', '/api/v1/namespaces/n')).status).toBe(200)

  await call('POST', '/debug/controllers/namespace', { paused: false })

  await until(async () => (await call('GET', '/api/v1/namespaces/n')).status === 404)
  expect((await call('POST', '/debug/controllers/nobody', { paused: true })).status).toBe(404)
})

test('[DB11] the message of a kind lists its fields by number, with those of nested messages', async () => {
  const { call } = await start()

  const { status, body } = await call<DebugProtobuf>('GET', '/debug/protobuf?apiVersion=apps/v1&kind=Deployment')
  expect(status).toBe(200)
  const { message, messages } = body
  expect(messages[message]?.['2']).toMatchObject({ name: 'spec', type: 'message' })
  const spec = messages[messages[message]?.['2']?.message ?? '']
  expect(spec?.['1']).toEqual({ name: 'replicas', type: 'int32' })
  expect(messages['Time']?.['1']?.name).toBe('seconds')
  expect((await call('GET', '/debug/protobuf?apiVersion=shop.example/v1&kind=Book')).status).toBe(404)
})

test('[DB3] a server-side apply is distinguished from the other patches', async () => {
  const { call } = await start()
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { a: '1' } }
  await call(
    'PATCH',
    '/api/v1/namespaces/default/configmaps/applied?fieldManager=me',
    body,
    'application/apply-patch+yaml',
  )

  const { rows } = (await call<DebugLog>('GET', '/debug/log')).body
  const row = rows.find(({ name }) => name === 'applied')
  expect(row).toMatchObject({ verb: 'apply', manager: 'me' })
})

test('[DB10] an unknown path or method under /debug is refused', async () => {
  const { call } = await start()

  expect((await call('GET', '/debug/reset')).status).toBe(405)
  expect((await call('DELETE', '/debug/watches/77')).status).toBe(404)
})

const denyAll =
  'apiVersion: apiserver.orch.io/v1beta1\nkind: AuthorizationConfiguration\nauthorizers: [{type: AlwaysDeny, name: alwaysdeny}]'

/** Starts a server that kept files; callers without credentials are its administrators. */
async function startWithFiles(load: () => Promise<object>, startsFilesLater = false) {
  const orchard = await startOrchard({
    log: createMemoryLog({ clock: createSimulatedClock() }),
    clock: createSimulatedClock(),
    authenticator: firstOf([actingAs, authenticateAllAs(loopbackAdministrator, 'the test')]),
    authorizationMode: 'AlwaysAllow',
    debug: true,
    startsFilesLater,
    configStore: { load, save: async () => undefined },
  })
  running.push(orchard)
  const ask = async (headers: Record<string, string> = {}) =>
    (await orchard.fetch(new Request('http://test/api/v1/namespaces', { headers }))).status
  return { orchard, ask }
}

test('[LD9] a server answers administrators while the files that it kept are loaded; others wait for them', async () => {
  let load = (_texts: object): void => undefined
  const texts = new Promise<object>((resolve) => (load = resolve))
  let loads = 0
  // The first answer says that there are files, the second has them.
  const { ask } = await startWithFiles(() =>
    ++loads === 1 ? Promise.resolve({ AuthorizationConfiguration: denyAll }) : texts,
  )
  const waiting = [ask({ 'x-orchard-acting-as': 'alice' }), ask({ authorization: 'Bearer a.b.c' })]
  let answered = 0
  for (const each of waiting) void each.then(() => (answered += 1))
  for (let n = 0; n < 20; n += 1) expect(await ask({})).toBe(200)
  expect(answered).toBe(0)
  load({ AuthorizationConfiguration: denyAll })
  expect(await waiting[0]).toBe(403)
  await waiting[1]
  expect(await ask({})).toBe(200)
})

test('[LD9] [PF6] files that a host starts later are loaded when it begins, or for a request that waits', async () => {
  const startLater = async () => {
    let loads = 0
    const server = await startWithFiles(async () => {
      loads += 1
      return { AuthorizationConfiguration: denyAll }
    }, true)
    return { ...server, loads: () => loads }
  }
  const asked = await startLater()
  expect(await asked.ask()).toBe(200)
  expect(asked.loads()).toBe(1)
  expect(await asked.ask({ 'x-orchard-acting-as': 'alice' })).toBe(403)
  expect(asked.loads()).toBe(2)

  const begun = await startLater()
  expect(begun.loads()).toBe(1)
  begun.orchard.configuration.begin()
  await begun.orchard.configuration.running()
  expect(begun.loads()).toBe(2)
})
