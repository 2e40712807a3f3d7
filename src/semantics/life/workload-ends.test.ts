import { afterEach, expect, test } from 'vitest'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

interface Seen {
  readonly status?: { readonly [field: string]: unknown }
  readonly items: readonly { readonly reason: string; readonly message: string; readonly metadata: { name: string } }[]
}

async function startCluster() {
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 })
  await clock.runUntil(clock.now() + 1000)
  const read = async (path: string) => (await (await send('GET', path)).json()) as Seen
  return {
    send,
    read,
    pass: (ms: number) => clock.runUntil(clock.now() + ms),
    events: async () => (await read('/api/v1/namespaces/default/events')).items,
    pods: async () => (await read('/api/v1/namespaces/default/pods')).items,
  }
}

const jobs = '/apis/batch/v1/namespaces/default/jobs'
const podSpec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'app:1' }] }
const indexed = { completions: 3, parallelism: 3, completionMode: 'Indexed', backoffLimitPerIndex: 0 }

test('[LC48] a Job with a limit per index ends when too many indexes failed, or when none is left to try', async () => {
  const { send, read, pass } = await startCluster()
  const template = { metadata: { annotations: { 'sim/fail-indexes': '0,1', 'sim/exit': '1:1' } }, spec: podSpec }
  const strict = { ...indexed, maxFailedIndexes: 1, template }
  expect((await send('POST', jobs, { metadata: { name: 'strict' }, spec: strict })).status).toBe(201)
  expect((await send('POST', jobs, { metadata: { name: 'patient' }, spec: { ...indexed, template } })).status).toBe(201)
  await pass(60_000)
  expect((await read(`${jobs}/strict`)).status).toMatchObject({
    conditions: [
      { type: 'FailureTarget', status: 'True', reason: 'MaxFailedIndexesExceeded' },
      { type: 'Failed', status: 'True', reason: 'MaxFailedIndexesExceeded' },
    ],
  })
  expect((await read(`${jobs}/patient`)).status).toMatchObject({
    failedIndexes: '0,1',
    conditions: [{ type: 'FailureTarget' }, { type: 'Failed', reason: 'FailedIndexes' }],
  })
})

test('[LC48] a Job that another controller manages gets no pods', async () => {
  const { send, read, pass, pods } = await startCluster()
  const spec = { managedBy: 'example.com/queue', template: { spec: podSpec } }
  expect((await send('POST', jobs, { metadata: { name: 'theirs' }, spec })).status).toBe(201)
  await pass(5000)
  expect(await pods()).toEqual([])
  expect((await read(`${jobs}/theirs`)).status).toEqual({})
})

test('[LC47] an active Job that was deleted leaves the status of its CronJob, as an event says', async () => {
  const { send, read, pass, events } = await startCluster()
  const template = { metadata: { annotations: { 'sim/run-ms': '600000' } }, spec: podSpec }
  const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
  const spec = { schedule: '1 12 * * *', jobTemplate: { spec: { template } } }
  await send('POST', cronJobs, { metadata: { name: 'daily' }, spec })
  await pass(65_000)
  const { active } = (await read(`${cronJobs}/daily`)).status as { active: readonly { readonly name: string }[] }
  const name = active[0]?.name ?? ''
  expect(name).toMatch(/^daily-\d+$/)
  await send('DELETE', `${jobs}/${name}?propagationPolicy=Background`)
  await pass(5000)
  expect((await read(`${cronJobs}/daily`)).status).not.toHaveProperty('active')
  const said = (await events()).find(({ reason }) => reason === 'MissingJob')
  expect(said?.message).toBe(`Active job went missing: ${name}`)
})

test('[LC95] pods without a controller are reported if the budget counts what controllers want', async () => {
  const { send, pass, events } = await startCluster()
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
  const selector = { matchLabels: { app: 'bare' } }
  const bare = { metadata: { name: 'bare', labels: { app: 'bare' } }, spec: { containers: podSpec.containers } }
  await send('POST', '/api/v1/namespaces/default/pods', bare)
  await send('POST', budgets, { metadata: { name: 'counted' }, spec: { minAvailable: 1, selector } })
  await pass(2000)
  const unmanaged = async () => (await events()).filter(({ reason }) => reason === 'UnmanagedPods')
  expect(await unmanaged()).toEqual([])
  await send('POST', budgets, { metadata: { name: 'shared' }, spec: { maxUnavailable: 1, selector } })
  await pass(2000)
  expect((await unmanaged()).map(({ message }) => message)).toEqual([
    'Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{app: bare,},MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.',
  ])
})
