import { expect, test } from 'vitest'
import type { ClusterInfo, DebugClusters } from '#facts/clusters-api.ts'
import type { DebugAnswers } from '#facts/debug-api.ts'
import { startHost } from '#testing/memory-clusters.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const inCluster = ({ name }: ClusterInfo): string => `/clusters/${name}${maps}`
const map = (name: string, vat: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { vat } })
const trialOf = (of = '') => ({ title: 'a bench', from: { type: 'trial', of } })

test('[MC12] a trial starts with the objects of its cluster, changes nothing there, and is not listed', async () => {
  const { send, json } = await startHost()
  await send('POST', maps, map('pricing', '7'))
  const trial: ClusterInfo = await json('POST', '/debug/clusters', trialOf())
  expect(trial).toMatchObject({ origin: { type: 'trial', of: 'bookshop' }, isDefault: false })
  expect(await json('PUT', `${inCluster(trial)}/pricing`, map('pricing', '9'))).toMatchObject({ data: { vat: '9' } })
  expect(await json('GET', `${maps}/pricing`)).toMatchObject({ data: { vat: '7' } })
  const { clusters }: DebugClusters = await json('GET', '/debug/clusters')
  expect(clusters.map(({ name }) => name)).toEqual(['bookshop'])
  // No controller adds revisions of its own.
  expect(await json('GET', `/clusters/${trial.name}/debug/controllers`)).toEqual({ controllers: [] })

  expect((await send('DELETE', `/debug/clusters/${trial.name}`)).status).toBe(200)
  expect((await send('GET', `${inCluster(trial)}/pricing`)).status).toBe(404)
})

test('[MC12] a trial does not bring back what was deleted in its cluster, and begins at its revision', async () => {
  const { send, json } = await startHost()
  const schema = '/apis/flowcontrol.apiserver.orch.io/v1/flowschemas/service-accounts'
  expect((await send('DELETE', schema)).status).toBe(200)
  const trial: ClusterInfo = await json('POST', '/debug/clusters', trialOf())
  expect((await send('GET', `/clusters/${trial.name}${schema}`)).status).toBe(404)
  const { origin } = trial
  const { published }: { published: number } = await json('GET', `/clusters/${trial.name}/debug/log?after=1000000`)
  expect(published).toBe(origin.type === 'trial' ? origin.at : 0)
})

test('[MC12] of more than twelve trials the oldest ends', async () => {
  const { send, json, list } = await startHost()
  await send('POST', maps, map('pricing', '7'))
  const trials: ClusterInfo[] = []
  for (let n = 0; n < 13; n += 1) trials.push(await json('POST', '/debug/clusters', trialOf('bookshop')))
  const statuses = await Promise.all(trials.map(async (one) => (await send('GET', inCluster(one))).status))
  expect(statuses).toEqual([404, ...Array.from({ length: 12 }, () => 200)])
  expect([...list.keys()]).toEqual(['bookshop'])
})

test('[MC12] a trial starts at a revision of the past, and not at one that is gone', async () => {
  const { send, json } = await startHost()
  const made: { metadata: { resourceVersion: string } } = await json('POST', maps, map('pricing', '7'))
  const at = Number(made.metadata.resourceVersion)
  await send('PUT', `${maps}/pricing`, map('pricing', '8'))
  const from = { type: 'trial', of: '', at }
  const trial: ClusterInfo = await json('POST', '/debug/clusters', { title: 'past', from })
  expect(await json('GET', `${inCluster(trial)}/pricing`)).toMatchObject({ data: { vat: '7' } })
  await send('POST', '/debug/compact', {})
  expect((await send('POST', '/debug/clusters', { title: 'gone', from })).status).toBe(410)
})

test('[DB16] requests are sent in turn, each with its own answer; one list costs one request', async () => {
  const { send, json } = await startHost()
  await send('POST', maps, map('pricing', '7'))
  const { origin, name }: ClusterInfo = await json('POST', '/debug/clusters', trialOf())
  const at = origin.type === 'trial' ? origin.at : 0
  const headers = [['content-type', 'application/json']]
  const put = (vat: string) => ({
    method: 'PUT',
    target: `${maps}/pricing`,
    headers,
    body: JSON.stringify(map('pricing', vat)),
  })
  const get = (target: string) => ({ method: 'GET', target, headers: [], body: '' })
  const back = { ...put(''), method: 'POST', target: '/debug/put-back' }
  back.body = JSON.stringify({ key: '/registry/configmaps/default/pricing', at })
  const inTurn = (...requests: readonly object[]) => send('POST', `/clusters/${name}/debug/in-turn`, { requests })
  const sent = await inTurn(put('8'), get(`${maps}/pricing`), back, get(`${maps}/pricing`), get(`${maps}/none`))
  const { answers } = (await sent.json()) as DebugAnswers
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
  const vatOf = (number: number): unknown =>
    (JSON.parse(answers[number]?.text ?? '') as { data: { vat: string } }).data.vat
  expect([vatOf(1), vatOf(3)]).toEqual(['8', '7'])
  expect(new Map(answers[1]?.headers).get('content-type')).toBe('application/json')

  // A list with a mistake executes nothing.
  expect((await inTurn(put('9'), get('/debug/facts'))).status).toBe(400)
  expect((await inTurn(put('9'), { ...get(maps), body: 1 })).status).toBe(400)
  expect((await inTurn(...Array.from({ length: 101 }, () => put('9')))).status).toBe(400)
  expect(await json('GET', `/clusters/${name}${maps}/pricing`)).toMatchObject({ data: { vat: '7' } })
  expect((await inTurn(get(`${maps}?watch=1`))).status).toBe(400)
})

test('[DB16] the body of a request in a list can be made of an earlier answer', async () => {
  const { send, json } = await startHost()
  await send('POST', maps, map('pricing', '7'))
  const { name }: ClusterInfo = await json('POST', '/debug/clusters', trialOf())
  const get = { method: 'GET', target: `${maps}/pricing`, headers: [], body: '' }
  const put = {
    method: 'PUT',
    target: `${maps}/pricing`,
    headers: [['content-type', 'application/json']],
    body: '{"metadata":{}}',
    edits: [
      { at: [], answer: 0 },
      { at: ['data', 'vat'], value: '8' },
      { at: ['data', 'note'], answer: 0, from: ['data', 'vat'] },
    ],
  }
  const path = `/clusters/${name}/debug/in-turn`
  const { answers }: DebugAnswers = await json('POST', path, {
    requests: [{ ...get, isBrief: true }, put, { ...put, isBrief: true }],
  })
  // The second PUT has the version of the answer, which is old by then, and a refusal keeps its text.
  expect(answers.map(({ status, text }) => [status, text === ''])).toEqual([
    [200, true],
    [200, false],
    [409, false],
  ])
  expect(JSON.parse(answers[1]?.text ?? '')).toMatchObject({ data: { vat: '8', note: '7' } })

  const refused = [
    { edits: 'x' },
    { edits: [{ at: 'data' }] },
    { edits: [{ at: [], answer: '0' }] },
    { edits: [{ at: Array.from({ length: 100_000 }, () => 'a'), value: 1 }] },
    { edits: Array.from({ length: 1_001 }, () => ({ at: ['a'], value: 1 })) },
    { body: 'no JSON' },
  ]
  for (const wrong of refused)
    expect((await send('POST', path, { requests: [get, { ...put, ...wrong }] })).status).toBe(400)
})

test('[DB13] an object is put back as it was, with its uid and managers, by a new write', async () => {
  const { send, json } = await startHost()
  type Made = { metadata: { uid: string; resourceVersion: string; managedFields: unknown } }
  const made: Made = await json('POST', `${maps}?fieldManager=alice`, map('pricing', '7'))
  const at = Number(made.metadata.resourceVersion)
  const key = '/registry/configmaps/default/pricing'
  await send('PUT', `${maps}/pricing?fieldManager=bob`, map('pricing', '8'))
  const { revision }: { revision: number } = await json('POST', '/debug/put-back', { key, at })
  const back: Made = await json('GET', `${maps}/pricing`)
  expect(revision).toBeGreaterThan(at)
  expect(back).toEqual({ ...made, metadata: { ...made.metadata, resourceVersion: String(revision) } })
  // An operation without effect writes nothing.
  expect(await json('POST', '/debug/put-back', { key, at: revision })).toEqual({ revision })

  await json('POST', '/debug/put-back', { key, at: at - 1 })
  expect((await send('GET', `${maps}/pricing`)).status).toBe(404)
  await json('POST', '/debug/put-back', { key, at })
  expect(await json('GET', `${maps}/pricing`)).toMatchObject({ metadata: { uid: made.metadata.uid } })
  expect((await send('POST', '/debug/put-back', { key: 'x', at })).status).toBe(400)
  expect((await send('POST', '/debug/put-back', { key, at: 100_000 })).status).toBe(404)
})
