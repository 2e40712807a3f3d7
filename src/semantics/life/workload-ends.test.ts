import { afterEach, expect, test } from 'vitest'
import type { ApiObject } from '#api/object-meta.ts'
import { startCluster } from './life-cluster.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

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

const minutely = (more: object = {}, runMs = '600000') => ({
  schedule: '1 12 * * *',
  jobTemplate: { spec: { template: { metadata: { annotations: { 'sim/run-ms': runMs } }, spec: podSpec } } },
  ...more,
})
/** The name of the Job of the run at 12:01. */
const nameAtNoon = (name: string): string => `${name}-${Date.parse('2026-03-01T12:01:00Z') / 60_000}`

test('[LC47] a CronJob takes the Job of its run that it finds already there, and leaves one of somebody else', async () => {
  const { send, read, pass, said } = await startCluster()
  const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
  for (const name of ['own', 'foreign']) await send('POST', cronJobs, { metadata: { name }, spec: minutely() })
  const { uid } = (await read(`${cronJobs}/own`)).metadata
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'own', uid, controller: true }
  const spec = { suspend: true, template: { spec: podSpec } }
  await send('POST', jobs, { metadata: { name: nameAtNoon('own'), ownerReferences: [owner] }, spec })
  await send('POST', jobs, { metadata: { name: nameAtNoon('foreign') }, spec })
  await pass(65_000)
  expect((await read(`${cronJobs}/own`)).status).toMatchObject({
    active: [{ kind: 'Job', name: nameAtNoon('own') }],
    lastScheduleTime: '2026-03-01T12:01:00Z',
  })
  expect((await read(`${cronJobs}/foreign`)).status).toEqual({})
  expect(
    [...(await said('SuccessfulCreate')), ...(await said('FailedCreate'))].filter((text) => text.includes('own-')),
  ).toEqual([])
})

test('[LC47] a Job that the history has no place for is deleted without a word about its end', async () => {
  const { send, read, pass, list, said } = await startCluster()
  const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
  const spec = minutely({ successfulJobsHistoryLimit: 0 }, '1000')
  await send('POST', cronJobs, { metadata: { name: 'c' }, spec })
  await pass(80_000)
  expect(await list(jobs)).toEqual([])
  expect((await read(`${cronJobs}/c`)).status).not.toHaveProperty('active')
  expect(await said('SuccessfulDelete')).toContain(`Deleted job ${nameAtNoon('c')}`)
  expect(await said('SawCompletedJob')).toEqual([])
})

test('[LC47] the Job of a CronJob with a time zone tells the time of its run there', async () => {
  const { send, list, pass } = await startCluster()
  const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
  const run = (name: string, schedule: string, timeZone?: string) =>
    send('POST', cronJobs, {
      metadata: { name },
      spec: {
        schedule,
        ...(timeZone !== undefined && { timeZone }),
        jobTemplate: { spec: { template: { spec: podSpec } } },
      },
    })
  await run('here', '1 12 * * *')
  await run('kolkata', '31 17 * * *', 'Asia/Kolkata')
  await run('new-york', '1 7 * * *', 'America/New_York')
  await run('london', '1 12 * * *', 'Europe/London')
  await pass(65_000)
  const times = (await list(jobs)).map(({ metadata: { name, annotations } }) => [
    name.replace(/-\d+$/, ''),
    annotations?.['batch.orch.io/cronjob-scheduled-timestamp'],
  ])
  expect(Object.fromEntries(times)).toEqual({
    here: '2026-03-01T12:01:00Z',
    kolkata: '2026-03-01T17:31:00+05:30',
    'new-york': '2026-03-01T07:01:00-05:00',
    london: '2026-03-01T12:01:00Z',
  })
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

test('[LC49] an index is tried again after its own delay, and its pods count the failures', async () => {
  const { send, read, pass, pods } = await startCluster()
  const template = { metadata: { annotations: { 'sim/fail-indexes': '0', 'sim/exit': '1:1' } }, spec: podSpec }
  const spec = { ...indexed, backoffLimitPerIndex: 1, template }
  expect((await send('POST', jobs, { metadata: { name: 'again' }, spec })).status).toBe(201)
  await pass(7000)
  // The failed pod waits, uncounted, for its successor.
  expect((await read(`${jobs}/again`)).status).toMatchObject({ succeeded: 2, failedIndexes: '' })
  expect((await read(`${jobs}/again`)).status).not.toHaveProperty('failed')
  await pass(30_000)
  expect((await read(`${jobs}/again`)).status).toMatchObject({ failed: 2, failedIndexes: '0', completedIndexes: '1,2' })
  const counts = (await pods()).flatMap(
    ({ metadata }) => (metadata as ApiObject['metadata']).annotations?.['batch.orch.io/job-index-failure-count'] ?? [],
  )
  expect(counts.toSorted()).toEqual(['0', '0', '0', '1'])
})

test('[LC41] a pod that a user deletes counts as failed: the next one waits', async () => {
  const { send, pass, pods } = await startCluster()
  const template = { metadata: { annotations: { 'sim/run-ms': '600000' } }, spec: podSpec }
  await send('POST', jobs, { metadata: { name: 'kept' }, spec: { template } })
  await pass(3000)
  const [pod] = await pods()
  await send('DELETE', `/api/v1/namespaces/default/pods/${pod?.metadata.name ?? ''}`)
  await pass(6000)
  expect(await pods()).toHaveLength(0)
  await pass(6000)
  expect(await pods()).toHaveLength(1)
})

test('[LC37] a daemon pod that fails again soon is replaced later', async () => {
  const { send, pass, pods, events } = await startCluster()
  const template = { metadata: { labels: { app: 'agent' } }, spec: { containers: podSpec.containers } }
  const spec = { selector: { matchLabels: { app: 'agent' } }, template }
  await send('POST', '/apis/apps/v1/namespaces/default/daemonsets', { metadata: { name: 'agent' }, spec })
  await pass(2000)
  const merge = { 'content-type': 'application/merge-patch+json' }
  const fail = async (): Promise<number> => {
    const [pod] = await pods()
    const path = `/api/v1/namespaces/default/pods/${pod?.metadata.name ?? ''}/status`
    await send('PATCH', path, { status: { phase: 'Failed' } }, merge)
    await pass(400)
    return (await events()).filter(({ reason }) => reason === 'FailedDaemonPod').length
  }
  expect(await fail()).toBe(1)
  // The second failure follows within the second that the first one costs.
  expect(await fail()).toBe(1)
  await pass(1000)
  expect((await events()).filter(({ reason }) => reason === 'FailedDaemonPod')).toHaveLength(2)
})

test('[LC96] a token Secret gets a token of its account that is bound to the Secret', async () => {
  const { send, read, pass } = await startCluster()
  const secrets = '/api/v1/namespaces/default/secrets'
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'bot' } })
  const metadata = { name: 'tok', annotations: { 'orch.io/service-account.name': 'bot' } }
  await send('POST', secrets, { metadata, type: 'orch.io/service-account-token' })
  await pass(1000)
  const dataOf = async () =>
    ((await read(`${secrets}/tok`)) as { data?: { readonly token: string; readonly namespace: string } }).data
  await expect.poll(dataOf).toBeDefined()
  const data = (await dataOf()) ?? { token: '', namespace: '' }
  expect(atob(data.namespace)).toBe('default')
  const claims: unknown = JSON.parse(
    atob(atob(data.token).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
  )
  expect(claims).toMatchObject({
    sub: 'system:serviceaccount:default:bot',
    'orch.io': { serviceaccount: { name: 'bot' }, secret: { name: 'tok' } },
  })
})

test('[LC30] a StatefulSet that leaves its pods behind does not try to create its revision again', async () => {
  const refused: string[] = []
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 }, (through) => async (input, init) => {
    const response = await through(input, init)
    if (init?.method === 'POST' && response.status === 409) refused.push(JSON.stringify(input))
    return response
  })
  const sets = '/apis/apps/v1/namespaces/default/statefulsets'
  const template = { metadata: { labels: { app: 'db' } }, spec: { containers: podSpec.containers } }
  const spec = { replicas: 2, serviceName: 'db', selector: { matchLabels: { app: 'db' } }, template }
  await clock.runUntil(clock.now() + 1000)
  await send('POST', sets, { metadata: { name: 'db' }, spec })
  await clock.runUntil(clock.now() + 5000)
  await send('DELETE', `${sets}/db?propagationPolicy=Orphan`)
  await clock.runUntil(clock.now() + 5000)
  expect((await send('GET', `${sets}/db`)).status).toBe(404)
  expect((await send('GET', '/api/v1/namespaces/default/pods/db-1')).status).toBe(200)
  expect(refused).toEqual([])
})
