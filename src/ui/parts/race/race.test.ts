import { expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { configMapResource as resource } from '#testing/found-resources.ts'
import { labOnHost } from '#testing/lab-on-host.ts'
import { problemsOn } from '#testing/problems-on.ts'
import { startTrial } from '#ui/trials/trial.ts'
import { applyWords, managersOf } from './apply-words.ts'
import { type ClientId, moved, orders, placed, orderWords, stepsOf, type Way, ways } from './orders.ts'
import { fieldText, raceFields } from './race-field.ts'
import { type Outcome, outcomeWords, raceOrders, sendSteps } from './run-race.ts'
import { scenarioOfRace } from './save-test.ts'
import { choiceText, readChoice } from './store.ts'
import { writeRequest } from './write-request.ts'

const names = { a: 'alice', b: 'bob' }
const path = '/api/v1/namespaces/default/configmaps/pricing'
const key = '/registry/configmaps/default/pricing'
const pricing: ApiObject = { metadata: { name: 'pricing', namespace: 'default' }, data: { vat: '7', currency: 'EUR' } }

/** Runs all orders of one way on a trial, and returns the words of their outcomes. */
async function outcomes(lab: Parameters<typeof startTrial>[0], way: Way): Promise<readonly string[]> {
  const trial = await startTrial(lab)
  const [field] = raceFields(pricing)
  if (field === undefined) throw new Error('no field')
  const user = (name: string) => ({ name, actor: { name, groups: [] } })
  const running = {
    way,
    plan: { path, resource, field, name: 'pricing', namespace: 'default' },
    clients: { a: user('alice'), b: user('bob') },
  }
  const found = await raceOrders(trial, running, key)
  trial.end()
  expect(found.map(([order]) => order)).toEqual(orders)
  return found.map(([, outcome]) => outcomeWords(outcome, names).join(' '))
}

test('[RA1] a step that is put at another place passes the steps between', () => {
  expect(placed('abba', 3, 0)).toBe('aabb')
  expect(placed('abba', 0, 3)).toBe('bbaa')
  expect(placed('abab', 1, 2)).toBe('aabb')
  expect(placed('abba', 2, 1)).toBe('abba')
})

test('[RA1] each of the six orders has the outcome that the server answers, in each of the five ways', async () => {
  const { requests, json } = await labOnHost()
  const lab = requests
  await json('POST', '/api/v1/namespaces/default/configmaps', pricing)
  const inTurn = '200 200 in turn'
  expect(await outcomes(lab, 'put')).toEqual([inTurn, '409 bob', '409 alice', '409 bob', '409 alice', inTurn])
  expect(await outcomes(lab, 'put-blind')).toEqual([inTurn, 'lost alice', 'lost bob', 'lost alice', 'lost bob', inTurn])
  expect(await outcomes(lab, 'merge')).toEqual([inTurn, 'lost alice', 'lost bob', 'lost alice', 'lost bob', inTurn])
  expect(await outcomes(lab, 'json-test')).toEqual([inTurn, '422 bob', '422 alice', '422 bob', '422 alice', inTurn])
  // The field belongs to whoever created the object, so an apply of another manager conflicts in every order.
  expect(new Set(await outcomes(lab, 'apply'))).toEqual(new Set(['409 409 both']))
})

test('[RA1] all orders of a way are one message to the server', async () => {
  const { requests: lab, json } = await labOnHost()
  await json('POST', '/api/v1/namespaces/default/configmaps', pricing)
  const [field] = raceFields(pricing)
  if (field === undefined) throw new Error('no field')
  const user = (name: string) => ({ name, actor: { name, groups: [] } })
  const messages = async (way: Way): Promise<number> => {
    const trial = await startTrial(lab)
    let count = 0
    const counted: typeof trial = {
      ...trial,
      sendInTurn(requests) {
        count += 1
        return trial.sendInTurn(requests)
      },
    }
    const plan = { path, resource, field, name: 'pricing', namespace: 'default' }
    await raceOrders(counted, { way, plan, clients: { a: user('alice'), b: user('bob') } }, key)
    trial.end()
    return count
  }
  for (const { id } of ways) expect(await messages(id)).toBe(1)
})

test('[RA4] the saved steps hold on another server, also of a client that owns the field already', async () => {
  const { requests, read, json, send } = await labOnHost()
  await json('POST', '/api/v1/namespaces/default/configmaps', { ...pricing, data: { currency: 'EUR' } })
  const file = { apiVersion: 'v1', kind: 'ConfigMap', metadata: pricing.metadata, data: { vat: '7' } }
  await send('PATCH', `${path}?fieldManager=alice`, file, { 'content-type': 'application/apply-patch+yaml' })
  const [field] = raceFields({ ...pricing, data: { vat: '7' } })
  if (field === undefined) throw new Error('no field')
  const user = (name: string) => ({ name, actor: { name, groups: [] } })
  const clients = { a: user('alice'), b: user('bob') }
  const ref = { resourceId: 'v1.configmaps', namespace: 'default', name: 'pricing' }
  for (const way of ['put', 'apply'] as const) {
    const trial = await startTrial(requests)
    const object = await trial.read<ApiObject>(path)
    const running = { way, plan: { path, resource, field, name: 'pricing', namespace: 'default' }, clients }
    const reads = await sendSteps(trial, running, [], stepsOf('abba').slice(0, 2))
    const done = await sendSteps(trial, running, reads, stepsOf('abba').slice(2))
    trial.end()
    expect(done.map(({ exchange }) => exchange.code)).toEqual(
      way === 'put' ? [200, 200, 200, 409] : [200, 200, 409, 200],
    )
    const scenario = await scenarioOfRace(read, { path, object, ref, resource }, done)
    expect(await problemsOn((await labOnHost()).read, scenario)).toEqual([])
  }
})

test('[RA2] the fields of a race are texts and numbers outside of lists, the best first', () => {
  const object: ApiObject = {
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { paused: false, minReadySeconds: 3, replicas: 2, template: { spec: { containers: [{ image: 'x' }] } } },
    status: { replicas: 9 },
  }
  expect(raceFields(object).map(fieldText)).toEqual(['spec.replicas', 'spec.minReadySeconds', 'metadata.labels.app'])
  expect(raceFields(object)[0]?.after).toEqual({ a: 3, b: 4 })
  expect(raceFields(pricing)[0]).toMatchObject({ path: ['data', 'vat'], after: { a: '8', b: '9' } })
  expect(raceFields({ kind: 'Secret', metadata: {}, data: { key: 'aGk=' } })[0]?.after.b).toBe('Ym9i')
  expect(raceFields({ metadata: { name: 'x' } })).toEqual([])
})

test('[RA3] steps that are sent together are those that are sent one by one', async () => {
  const { requests: lab, json } = await labOnHost()
  await json('POST', '/api/v1/namespaces/default/configmaps', pricing)
  const [field] = raceFields(pricing)
  if (field === undefined) throw new Error('no field')
  const user = (name: string) => ({ name, actor: { name, groups: [] } })
  const plan = { path, resource, field, name: 'pricing', namespace: 'default' }
  const shown = (done: Awaited<ReturnType<typeof sendSteps>>): unknown =>
    done.map(({ exchange: { request, code }, builtOn, value }) => [request, code, builtOn, value])
  for (const { id: way } of ways) {
    const running = { way, plan, clients: { a: user('alice'), b: user('bob') } }
    const [once, turn] = [await startTrial(lab), await startTrial(lab)]
    const together = await sendSteps(once, running, [], stepsOf('abab'))
    let single: typeof together = []
    for (const step of stepsOf('abab')) single = await sendSteps(turn, running, single, [step])
    expect(shown(together)).toEqual(shown(single))
    once.end()
    turn.end()
  }
})

test('[RA3] a write is built from what its client read', () => {
  const [field] = raceFields(pricing)
  if (field === undefined) throw new Error('no field')
  const held = { ...pricing, metadata: { ...pricing.metadata, resourceVersion: '119' } }
  const plan = { path, resource, field, name: 'pricing', namespace: 'default' }
  const bodyOf = (way: Way): unknown => JSON.parse(writeRequest(way, plan, { client: 'b', manager: 'bob', held }).body)
  expect(bodyOf('put')).toEqual({ ...held, data: { vat: '9', currency: 'EUR' } })
  expect(bodyOf('put-blind')).toEqual({ ...pricing, data: { vat: '9', currency: 'EUR' } })
  expect(bodyOf('merge')).toEqual({ data: { vat: '9' } })
  expect(bodyOf('json-test')).toEqual([
    { op: 'test', path: '/data/vat', value: '7' },
    { op: 'replace', path: '/data/vat', value: '9' },
  ])
  expect(bodyOf('apply')).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pricing', namespace: 'default' },
    data: { vat: '9' },
  })
})

test('[RA5] the address restores way, order and field; steps move past those of the other client only', () => {
  const choice = { way: 'merge', order: 'baba', field: 'data.v.at' } as const
  expect(readChoice(choiceText(choice))).toEqual(choice)
  expect(readChoice('nonsense')).toEqual({ way: 'put', order: 'abba', field: '' })
  expect(moved('aabb', 1, 1)).toBe('abab')
  expect(moved('aabb', 0, 1)).toBeNull()
  expect(moved('aabb', 0, -1)).toBeNull()
  expect(orderWords('abba', names)).toBe('bob writes first')
  expect(orderWords('bbaa', names)).toBe('one after the other')
})

test('[RA6] the legend says whom Apply refuses in every order, and which manager owns the field', () => {
  const managedFields = [
    { manager: 'orchctl', operation: 'Apply', fieldsV1: { 'f:data': { 'f:vat': {} } } },
    { manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': {} } },
  ]
  const owned = { ...pricing, metadata: { ...pricing.metadata, managedFields } }
  expect(managersOf(owned, ['data', 'vat'])).toEqual(['orchctl'])
  expect(managersOf(owned, ['data', 'currency'])).toEqual([])

  const field = { field: 'data.vat', managers: ['orchctl', 'bob'] }
  const words = (who: (order: (typeof orders)[number]) => readonly ClientId[]): string => {
    const refused = (order: (typeof orders)[number]): Outcome => ({ type: 'refused', codes: [409], who: who(order) })
    return applyWords(
      orders.map((order) => [order, refused(order)]),
      names,
      field,
    )
  }
  expect(words(() => ['b'])).toBe('Apply refuses bob in every order, because orchctl owns data.vat.')
  expect(words(() => ['b', 'a'])).toBe(
    'Apply refuses alice and bob in every order, because orchctl and bob own data.vat.',
  )
  expect(words((order) => (order.endsWith('a') ? ['a'] : ['b']))).toContain('who writes second, because the first owns')
  expect(words((order) => (order.startsWith('a') ? ['a'] : ['b']))).toBe('')
  expect(
    applyWords(
      orders.map((order) => [order, { type: 'in-turn', codes: [200, 200] }]),
      names,
      field,
    ),
  ).toBe('')
  expect(applyWords([], names, field)).toBe('')
})
