import { afterEach, expect, test } from 'vitest'
import { everybodyIs } from '#server/auth/authenticator.ts'
import { loopbackAdministrator } from '#server/auth/user-info.ts'
import { createSimulatedClock, type SimulatedClock } from '#server/debug/simulated-clock.ts'
import { type Orchard, startOrchard } from '#server/start-orchard.ts'
import { createMemoryLog } from '#server/storage/memory-log.ts'

const base = '/api/v1/namespaces/default'
let orchard: Orchard | null = null

afterEach(() => orchard?.close())

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

async function start() {
  const clock = createSimulatedClock()
  const authenticator = everybodyIs(loopbackAdministrator, 'a test')
  orchard = await startOrchard({ log: createMemoryLog({ clock }), clock, authenticator, debug: true })
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

/** Lets the collector's pauses pass until it is so. */
const settled = async (check: () => Promise<unknown>, value: unknown): Promise<void> => {
  const look = () => {
    pass()
    return check()
  }
  return expect.poll(look, { interval: 5, timeout: 5000 }).toEqual(value)
}

const gone = (read: (name: string) => Promise<Body>, name: string): Promise<void> =>
  settled(async () => (await read(name)).code, 404)

test('[GC2] what a deleted owner leaves is deleted, and what that leaves; others keep their other owners', async () => {
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

test('[GC2] an owner of that name with another uid is not the owner; a kind that nobody serves decides nothing', async () => {
  const { make, read } = await start()
  const owner = await make('owner')
  await make('odd', [{ apiVersion: 'example.com/v1', kind: 'Nothing', name: 'x', uid: 'u1' }])
  await make('wrong', [{ ...ownedBy(owner), uid: 'another' }])
  await gone(read, 'wrong')
  expect((await read('odd')).metadata.name).toBe('odd')
})

test('[GC3] in the foreground the owner goes last; what does not block it is not waited for', async () => {
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

test('[GC3] a circle of owners that wait for each other is opened', async () => {
  const { send, make, read } = await start()
  const a = await make('a')
  const b = await make('b', [ownedBy(a, { blockOwnerDeletion: true })])
  const owners = { metadata: { ownerReferences: [ownedBy(b, { blockOwnerDeletion: true })] } }
  await send('PATCH', `${base}/configmaps/a`, owners, 'application/merge-patch+json')
  await send('DELETE', `${base}/configmaps/a?propagationPolicy=Foreground`)
  await gone(read, 'a')
  await gone(read, 'b')
})

test('[GC4] orphans lose the owner and stay', async () => {
  const { send, make, read } = await start()
  const owner = await make('owner')
  await make('child', [ownedBy(owner)])
  await send('DELETE', `${base}/configmaps/owner?propagationPolicy=Orphan`)
  await gone(read, 'owner')
  expect((await read('child')).metadata.ownerReferences).toBeUndefined()
})

test('[GC5] an object of the cluster can not be owned from a namespace: an event says so, nothing is deleted', async () => {
  const { send, make } = await start()
  const owner = await make('owner')
  const metadata = { name: 'n', ownerReferences: [ownedBy(owner)] }
  await send('POST', '/apis/scheduling.orch.io/v1/priorityclasses', { metadata, value: 1 })
  const reasons = async () =>
    (await send('GET', `${base}/events`)).body.items.map(({ reason }: { reason: string }) => reason)
  await settled(reasons, ['OwnerRefInvalidNamespace'])
  expect((await send('GET', '/apis/scheduling.orch.io/v1/priorityclasses/n')).status).toBe(200)
})

test('[GC1] custom resources are seen as they come, and a paused collector waits', async () => {
  const { send, make, read } = await start()
  await send('POST', '/debug/controllers/garbage-collector', { paused: true })
  const owner = await make('owner')
  await make('child', [ownedBy(owner)])
  await send('DELETE', `${base}/configmaps/owner`)
  expect((await read('child')).metadata.name).toBe('child')
  await send('POST', '/debug/controllers/garbage-collector', { paused: false })
  await gone(read, 'child')
})

/** A chain in which each object owns the next, on a clock that stands still. */
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

/** The collector's first look at a deletion, once it has heard of it. */
async function firstLook(clock: SimulatedClock): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
  clock.advance(2_000)
}

test('[GC6] a chain of owners goes without any pause between its levels', async () => {
  const { clock, send, read } = await startChain(30)

  await send('DELETE', `${base}/configmaps/c0`)
  expect((await read('c1')).metadata.name).toBe('c1')
  await firstLook(clock)

  await gone(read, 'c29')
})

test('[GC6] in the foreground a circle goes without any pause too', async () => {
  const { clock, send, read, made } = await startChain(10)
  const owners = { metadata: { ownerReferences: [ownedBy(made.at(-1), { blockOwnerDeletion: true })] } }
  await send('PATCH', `${base}/configmaps/c0`, owners, 'application/merge-patch+json')

  await send('DELETE', `${base}/configmaps/c0?propagationPolicy=Foreground`)
  await firstLook(clock)

  await gone(read, 'c0')
  await gone(read, 'c9')
})

test('[GC6] a paused collector acts when it goes on', async () => {
  const { clock, send, read } = await startChain(3)
  await send('POST', '/debug/controllers/garbage-collector', { paused: true })
  await send('DELETE', `${base}/configmaps/c0`)
  await firstLook(clock)
  expect((await read('c1')).metadata.name).toBe('c1')

  await send('POST', '/debug/controllers/garbage-collector', { paused: false })

  await gone(read, 'c2')
})
