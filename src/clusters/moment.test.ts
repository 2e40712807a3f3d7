import { expect, test } from 'vitest'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { DebugLog } from '#facts/debug-api.ts'
import type { DebugMoment } from '#facts/moment.ts'
import { linkOf, readLink } from '#share/link.ts'
import { startHost } from '#testing/memory-clusters.ts'
import { startRedaction } from './redact.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const configMap = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { value },
})
type Versions = { readonly metadata: { readonly resourceVersion: string } }

/** A host whose cluster has a config map in three versions and one that was deleted. */
async function hostWithHistory() {
  const host = await startHost()
  const { send, json } = host
  const first: Versions = await json('POST', maps, configMap('a', '1'))
  await send('POST', '/debug/compact', { revision: Number(first.metadata.resourceVersion) - 1 })
  await send('PUT', `${maps}/a`, configMap('a', '2'))
  await send('POST', maps, configMap('b', '1'))
  await send('DELETE', `${maps}/b`)
  const last: Versions = await json('PUT', `${maps}/a`, configMap('a', '3'))
  return { ...host, first: Number(first.metadata.resourceVersion), last: Number(last.metadata.resourceVersion) }
}

const through = ({ moment }: DebugMoment) => {
  const link = linkOf({ moment, mode: 'edit', view: null, files: {}, drafts: {}, world: null, steps: [], watches: [] })
  const { shared } = readLink(link)
  if (shared === null) throw new Error('the link cannot be read')
  return { link, moment: shared.moment }
}

test('[SH8] a moment that went through a link opens as a cluster with the same history, and touches no other', async () => {
  const { send, json, first, last } = await hostWithHistory()
  const read: DebugMoment = await json('GET', `/debug/clusters/bookshop/moment?at=${last}`)
  const { moment } = through(read)
  expect(moment).toEqual(read.moment)
  const made: ClusterInfo = await json('POST', '/debug/clusters', {
    title: 'from a link',
    from: { type: 'moment', moment, digest: 'd' },
  })
  expect(made).toMatchObject({ name: 'from-a-link', origin: { type: 'moment', at: last, digest: 'd' } })

  for (const path of [`${maps}/a`, `${maps}?resourceVersion=${first}&resourceVersionMatch=Exact`, `${maps}/b`])
    expect(await json('GET', `/clusters/from-a-link${path}`)).toEqual(await json('GET', path))
  const rowsOf = async (prefix: string) => {
    const { rows }: DebugLog = await json('GET', `${prefix}/debug/log?after=${first}`)
    return rows.filter(({ revision }) => revision <= last)
  }
  expect(await rowsOf('/clusters/from-a-link')).toEqual(await rowsOf(''))
  const written: Versions = await json('PUT', `/clusters/from-a-link${maps}/a`, configMap('a', 'theirs'))
  expect(Number(written.metadata.resourceVersion)).toBeGreaterThan(last)
  expect(await json('GET', `${maps}/a`)).toMatchObject({ data: { value: '3' } })
  expect((await send('GET', '/clusters/from-a-link/api/v1/namespaces/kube-public')).status).toBe(200)
})

test('[SH8] the oldest write of an opened moment is an update where it was one, and a creation where it was one', async () => {
  const { send, json, last } = await hostWithHistory()
  const open = async (moment: DebugMoment['moment'], title: string): Promise<DebugLog> => {
    const { name }: ClusterInfo = await json('POST', '/debug/clusters', {
      title,
      from: { type: 'moment', moment, digest: title },
    })
    return json('GET', `/clusters/${name}/debug/log?after=${moment.compacted}`)
  }
  const { moment: updated }: DebugMoment = await json('GET', `/debug/clusters/bookshop/moment?state=1&at=${last}`)
  const { rows } = await open(updated, 'updated')
  expect(rows.find(({ revision }) => revision === last)).toMatchObject({ name: 'a', verb: 'update', effect: 'updated' })
  await send('POST', maps, configMap('new', '1'))
  const { moment: made }: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment?state=1')
  const { rows: afterCreate } = await open(made, 'made')
  expect(afterCreate.find(({ revision }) => revision === made.revision)).toMatchObject({
    name: 'new',
    effect: 'created',
  })
})

test('[SH3] objects that every server makes for itself stay out, unless they were changed or deleted', async () => {
  const { send, json, last } = await hostWithHistory()
  const before: DebugMoment = await json('GET', `/debug/clusters/bookshop/moment?state=1&at=${last}`)
  expect(before.moment.entries.map(({ key }) => key)).toEqual(['/registry/configmaps/default/a'])
  await send(
    'PATCH',
    '/api/v1/namespaces/kube-public',
    { metadata: { labels: { mine: 'yes' } } },
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  await send('DELETE', '/apis/flowcontrol.apiserver.orch.io/v1/flowschemas/probes')
  const after: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment?state=1')
  expect(after.moment.entries.map(({ key }) => key)).toContain('/registry/namespaces/kube-public')
  expect(after.moment.without).toContain('/registry/flowschemas.flowcontrol.apiserver.orch.io/probes')
  // The moment before that is still the same.
  const past: DebugMoment = await json('GET', `/debug/clusters/bookshop/moment?state=1&at=${last}`)
  expect(past.moment.entries.map(({ key }) => key)).toEqual(['/registry/configmaps/default/a'])
})

test('[SH5] values of Secrets, private keys and tokens stay out, in every version; their names stay', async () => {
  const { send, json } = await startHost()
  const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----'
  const secret = (password: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 's',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"password":"${password}"}}` },
    },
    stringData: { password },
  })
  await send('POST', '/api/v1/namespaces/default/secrets', secret('hunter2'))
  await send('PUT', '/api/v1/namespaces/default/secrets/s', secret('correct horse'))
  await send('POST', maps, configMap('a', key))
  const read: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment')
  const text = JSON.stringify(read)
  for (const value of ['hunter2', 'correct horse']) {
    expect(text).not.toContain(value)
    expect(text).not.toContain(btoa(value))
  }
  expect(text).not.toContain('MIGH')
  expect(text).toContain('\\"data\\":{\\"password\\":\\"\\"}')
  expect(read.leftOut).toEqual({
    objects: [{ kind: 'Secret', namespace: 'default', name: 's' }],
    kinds: ['Secret'],
    tokens: 0,
    privateKeys: 1,
  })
  const whole = JSON.stringify(await json('GET', '/debug/clusters/bookshop/moment?secrets=1'))
  expect(whole).toContain(btoa('hunter2'))
})

test('[SH5] objects without confidential fields keep their text', () => {
  const text = '{"kind":"ConfigMap","apiVersion":"v1","data":{"password":"x"},"n":1.50}'
  const { redact, leftOut } = startRedaction()
  expect(redact(text)).toBe(text)
  expect(leftOut()).toEqual({ objects: [], kinds: ['Secret'], tokens: 0, privateKeys: 0 })
})

test('[SH8] the clock of an opened moment goes on from its time', async () => {
  const { json } = await hostWithHistory()
  const { moment }: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment')
  const nowMs = Date.UTC(2020, 1, 2)
  const from = { type: 'moment', moment: { ...moment, nowMs, isFrozen: true }, digest: 'd' }
  const made: ClusterInfo = await json('POST', '/debug/clusters', { title: 'then', from })
  expect(made.clockOffsetMs).toBeLessThan(nowMs)
  expect(await json('GET', '/clusters/then/debug/clock')).toMatchObject({ frozen: true })
})

test('[SH9] a read-only view answers reads, reviews and dry runs, and refuses writes', async () => {
  const { send, json } = await hostWithHistory()
  const { moment }: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment')
  const from = { type: 'moment', moment, digest: 'd', isReadOnly: true }
  expect(await json('POST', '/debug/clusters', { title: 'view', from })).toMatchObject({ isReadOnly: true })
  const there = `/clusters/view${maps}`
  expect((await send('GET', `${there}/a`)).status).toBe(200)
  expect((await send('PUT', `${there}/a?dryRun=All`, configMap('a', 'x'))).status).toBe(200)
  expect(await json('PUT', `${there}/a`, configMap('a', 'x'))).toMatchObject({ code: 403, reason: 'Forbidden' })
  expect((await send('POST', '/clusters/view/debug/reset', {})).status).toBe(403)
  // A copy of it can be written to.
  await send('POST', '/debug/clusters', { title: 'mine', from: { type: 'copy', of: 'view' } })
  expect((await send('PUT', `/clusters/mine${maps}/a`, configMap('a', 'x'))).status).toBe(200)
})

const unreadable: readonly (readonly [string, (moment: DebugMoment['moment']) => object])[] = [
  ['no moment', () => ({ entries: 7 })],
  ['a key that is none', (moment) => ({ ...moment, entries: moment.entries.map((entry) => ({ ...entry, key: 'x' })) })],
  [
    'another name',
    (moment) => ({
      ...moment,
      entries: moment.entries.map((entry) => ({ ...entry, key: '/registry/configmaps/default/z' })),
    }),
  ],
  [
    'a value that is no object',
    (moment) => ({ ...moment, entries: moment.entries.map((entry) => ({ ...entry, value: '[]' })) }),
  ],
  [
    'a value nested too deeply',
    (moment) => ({
      ...moment,
      entries: moment.entries.map((entry) => ({ ...entry, value: `{"a":${'['.repeat(300)}${']'.repeat(300)}}` })),
    }),
  ],
  ['revisions that do not increase', (moment) => ({ ...moment, entries: [...moment.entries, ...moment.entries] })],
]

test('[SH8] a moment that is not one is refused with 400 and leaves nothing behind', async () => {
  const { json, list } = await hostWithHistory()
  const { moment }: DebugMoment = await json('GET', '/debug/clusters/bookshop/moment')
  for (const [what, change] of unreadable) {
    const from = { type: 'moment', moment: change(moment), digest: 'd' }
    expect(await json('POST', '/debug/clusters', { title: 'bad', from }), what).toMatchObject({ code: 400 })
    expect([...list.keys()], what).toEqual(['bookshop'])
  }
})
