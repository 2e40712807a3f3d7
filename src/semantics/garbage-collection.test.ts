import { afterEach, expect, test } from 'vitest'
import { authenticateAllAs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'
import type { LifeOptions } from '#server/start-life.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

const base = '/api/v1/namespaces/default'
let orchard: Orchard | null = null

afterEach(() => orchard?.close())

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

async function start(life?: LifeOptions) {
  const clock = createSimulatedClock()
  const authenticator = authenticateAllAs(loopbackAdministrator, 'a test')
  orchard = await startOrchard({ log: createMemoryLog({ clock }), clock, authenticator, debug: true, life })
  const { fetch } = orchard
  pass = () => clock.advance(1000)
  const send = async (method: string, path: string, body?: object, type = 'application/json') => {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }
    const response = await fetch(new Request(`http://test${path}`, { method, ...init }))
    return { status: response.status, body: (await response.json()) as Body }
  }
  const make = async (name: string, owners: readonly object[] = [], more: object = {}): Promise<Body> => {
    const metadata = { name, ownerReferences: owners, ...more }
    return (await send('POST', `${base}/configmaps`, { metadata })).body
  }
  const read = async (name: string): Promise<Body> => (await send('GET', `${base}/configmaps/${name}`)).body
  return { clock, send, make, read }
}

const ownedBy = ({ metadata: { name, uid } }: Body, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  ...more,
})

let pass = (): void => undefined

/** Advances the clock past the delays of the collector until the condition is true. */
const settled = async (check: () => Promise<unknown>, value: unknown): Promise<void> => {
  const look = () => {
    pass()
    return check()
  }
  return expect.poll(look, { interval: 5, timeout: 5000 }).toEqual(value)
}

const gone = (read: (name: string) => Promise<Body>, name: string): Promise<void> =>
  settled(async () => (await read(name)).code, 404)

test('[GC2] dependents of a deleted owner are deleted recursively, unless they have other owners', async () => {
  const { send, make, read } = await start()
  const [owner, other] = [await make('owner'), await make('other')]
  const child = await make('child', [ownedBy(owner)])
  await make('grandchild', [ownedBy(child)])
  await make('shared', [ownedBy(owner), ownedBy(other)])
  await send('DELETE', `${base}/configmaps/owner`)
  await gone(read, 'grandchild')
  await gone(read, 'child')
  await settled(async () => (await read('shared')).metadata.ownerReferences, [ownedBy(other)])
})

test('[GC2] an owner with the same name and another uid does not count; dependents of an unserved owner kind are kept', async () => {
  const { make, read } = await start()
  const owner = await make('owner')
  await make('odd', [{ apiVersion: 'example.com/v1', kind: 'Nothing', name: 'x', uid: 'u1' }])
  await make('wrong', [{ ...ownedBy(owner), uid: 'another' }])
  await gone(read, 'wrong')
  expect((await read('odd')).metadata.name).toBe('odd')
})

test('[GC3] with foreground deletion the owner is removed last, without waiting for dependents that do not block it', async () => {
  const { send, make, read } = await start()
  const owner = await make('owner')
  await make('held', [ownedBy(owner, { blockOwnerDeletion: true })], { finalizers: ['example.com/hold'] })
  await make('free', [ownedBy(owner)])
  await send('DELETE', `${base}/configmaps/owner?propagationPolicy=Foreground`)
  await settled(async () => (await read('held')).metadata.deletionTimestamp !== undefined, true)
  expect((await read('owner')).metadata.finalizers).toEqual(['foregroundDeletion'])
  await send('PATCH', `${base}/configmaps/held`, { metadata: { finalizers: null } }, 'application/merge-patch+json')
  await gone(read, 'owner')
  await gone(read, 'free')
})

test('[GC3] a cycle of owners in foreground deletion is broken', async () => {
  const { send, make, read } = await start()
  const a = await make('a')
  const b = await make('b', [ownedBy(a, { blockOwnerDeletion: true })])
  const owners = { metadata: { ownerReferences: [ownedBy(b, { blockOwnerDeletion: true })] } }
  await send('PATCH', `${base}/configmaps/a`, owners, 'application/merge-patch+json')
  await send('DELETE', `${base}/configmaps/a?propagationPolicy=Foreground`)
  await gone(read, 'a')
  await gone(read, 'b')
})

test('[GC4] orphaning removes the owner reference and keeps the dependents', async () => {
  const { send, make, read } = await start()
  const owner = await make('owner')
  await make('child', [ownedBy(owner)])
  await send('DELETE', `${base}/configmaps/owner?propagationPolicy=Orphan`)
  await gone(read, 'owner')
  expect((await read('child')).metadata.ownerReferences).toBeUndefined()
})

test('[GC5] a cluster-scoped object with a namespaced owner gets an event and is not deleted', async () => {
  const { send, make } = await start()
  const owner = await make('owner')
  const metadata = { name: 'n', ownerReferences: [ownedBy(owner)] }
  await send('POST', '/apis/scheduling.orch.io/v1/priorityclasses', { metadata, value: 1 })
  const reasons = async () =>
    (await send('GET', `${base}/events`)).body.items.map(({ reason }: { reason: string }) => reason)
  await settled(reasons, ['OwnerRefInvalidNamespace'])
  expect((await send('GET', '/apis/scheduling.orch.io/v1/priorityclasses/n')).status).toBe(200)
})

test('[GC1] custom resources are observed as soon as they are served, and a paused collector waits', async () => {
  const { send, make, read } = await start()
  await send('POST', '/debug/controllers/garbage-collector', { paused: true })
  const owner = await make('owner')
  await make('child', [ownedBy(owner)])
  await send('DELETE', `${base}/configmaps/owner`)
  expect((await read('child')).metadata.name).toBe('child')
  await send('POST', '/debug/controllers/garbage-collector', { paused: false })
  await gone(read, 'child')
})

/** Creates a chain in which each object owns the next, with a stopped clock. */
async function startChain(length: number) {
  const trial = await start()
  trial.clock.setFrozen(true)
  pass = () => undefined
  const made: Body[] = []
  for (let at = 0; at < length; at += 1) {
    const owner = made.at(-1)
    made.push(await trial.make(`c${at}`, owner === undefined ? [] : [ownedBy(owner, { blockOwnerDeletion: true })]))
  }
  return { ...trial, made }
}

/** Waits until the collector has received a deletion, and advances the clock past its initial delay. */
async function passInitialDelay(clock: SimulatedClock): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
  clock.advance(2_000)
}

test('[GC6] a chain of owners is deleted without delay between its levels', async () => {
  const { clock, send, read } = await startChain(30)

  await send('DELETE', `${base}/configmaps/c0`)
  expect((await read('c1')).metadata.name).toBe('c1')
  await passInitialDelay(clock)

  await gone(read, 'c29')
})

test('[GC6] foreground deletion of a cycle has no delay either', async () => {
  const { clock, send, read, made } = await startChain(10)
  const owners = { metadata: { ownerReferences: [ownedBy(made.at(-1), { blockOwnerDeletion: true })] } }
  await send('PATCH', `${base}/configmaps/c0`, owners, 'application/merge-patch+json')

  await send('DELETE', `${base}/configmaps/c0?propagationPolicy=Foreground`)
  await passInitialDelay(clock)

  await gone(read, 'c0')
  await gone(read, 'c9')
})

test('[GC6] beside the loops of a controller manager, nothing waits on the clock', async () => {
  const { clock, send, make, read } = await start({ runs: (name) => name === 'ttl' })
  await send('POST', '/debug/clock', { frozen: true })
  const owner = await make('owner')
  await make('child', [ownedBy(owner)])
  await make('lost', [{ ...ownedBy(owner), name: 'never', uid: '00000000-0000-4000-8000-000000000000' }])
  const frozenAt = clock.now()

  await send('DELETE', `${base}/configmaps/owner`)

  await expect.poll(async () => (await read('child')).code, { interval: 5, timeout: 5000 }).toBe(404)
  await expect.poll(async () => (await read('lost')).code, { interval: 5, timeout: 5000 }).toBe(404)
  expect(clock.now()).toBe(frozenAt)
})

test('[GC6] a paused collector processes its queue when it is resumed', async () => {
  const { clock, send, read } = await startChain(3)
  await send('POST', '/debug/controllers/garbage-collector', { paused: true })
  await send('DELETE', `${base}/configmaps/c0`)
  await passInitialDelay(clock)
  expect((await read('c1')).metadata.name).toBe('c1')

  await send('POST', '/debug/controllers/garbage-collector', { paused: false })

  await gone(read, 'c2')
})
