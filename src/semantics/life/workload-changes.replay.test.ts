import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

const apps = '/apis/apps/v1/namespaces/default'
const jobs = '/apis/batch/v1/namespaces/default/jobs'
const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
const templateOf = (app: string, image = 'app:1', spec: object = {}, annotations: object = {}) => ({
  metadata: { labels: { app }, annotations },
  spec: { containers: [{ name: 'c', image }], ...spec },
})
const selectorOf = (app: string) => ({ matchLabels: { app } })

test('[LC53] a Job that was started and suspended loses its pods, and starts anew when it is resumed', async () => {
  const { send, read, patch, pass, pods, said } = await startCluster()
  const template = templateOf('j', 'app:1', { restartPolicy: 'Never' }, { 'sim/exit': '4:0' })
  await send('POST', jobs, { metadata: { name: 'j' }, spec: { parallelism: 2, completions: 2, template } })
  await pass(2500)
  const { status: first } = await read(`${jobs}/j`)
  await patch(`${jobs}/j`, { spec: { suspend: true } })
  await pass(3000)
  expect(await pods()).toEqual([])
  expect((await read(`${jobs}/j`)).status).toMatchObject({
    terminating: 0,
    startTime: first?.['startTime'],
    conditions: [{ type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }],
  })
  await patch(`${jobs}/j`, { spec: { suspend: false } })
  await pass(1000)
  const { status } = await read(`${jobs}/j`)
  expect(status).toMatchObject({
    active: 2,
    conditions: [{ type: 'Suspended', status: 'False', reason: 'JobResumed' }],
  })
  expect(status?.['startTime']).not.toBe(first?.['startTime'])
  expect([await said('Suspended'), await said('Resumed')]).toEqual([['Job suspended'], ['Job resumed']])
})

test('[LC30] revisions have the annotations of their owner, and a set of the same name adopts those left behind', async () => {
  const { send, list, pass } = await startCluster()
  const metadata = { name: 'db', annotations: { note: 'kept' } }
  const spec = { serviceName: 'db', replicas: 1, selector: selectorOf('db'), template: templateOf('db') }
  await send('POST', `${apps}/statefulsets`, { metadata, spec })
  await pass(2000)
  const revisions = () => list(`${apps}/controllerrevisions`)
  expect((await revisions())[0]?.metadata.annotations).toEqual({ note: 'kept' })
  await send('DELETE', `${apps}/statefulsets/db?propagationPolicy=Orphan`)
  await pass(2000)
  expect((await revisions())[0]?.metadata.ownerReferences).toBeUndefined()
  const again = (await (await send('POST', `${apps}/statefulsets`, { metadata, spec })).json()) as {
    metadata: { uid: string }
  }
  await pass(2000)
  const adopted = await revisions()
  expect(adopted).toHaveLength(1)
  expect(adopted[0]?.metadata.ownerReferences).toMatchObject([{ kind: 'StatefulSet', uid: again.metadata.uid }])
})

test('[LC34] claims that go with a pod of a set that shrank are gone before a pod of that number comes again', async () => {
  const { send, list, patch, pass, pods } = await startCluster()
  const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
  const data = { accessModes: ['ReadWriteOnce'], storageClassName: 'x', resources: { requests: { storage: '1Gi' } } }
  const spec = {
    serviceName: 'db',
    replicas: 1,
    podManagementPolicy: 'Parallel',
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' },
    selector: selectorOf('db'),
    template: templateOf('db'),
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: data }],
  }
  await send('POST', `${apps}/statefulsets`, { metadata: { name: 'db' }, spec })
  await pass(1000)
  const [first] = await list(claims)
  const [pod] = await pods()
  await patch(`${claims}/data-db-0`, { metadata: { finalizers: ['example.com/slow'] } })
  await patch(`${apps}/statefulsets/db`, { spec: { replicas: 0 } })
  await pass(2000)
  expect((await list(claims))[0]?.metadata.ownerReferences).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'db-0',
      uid: pod?.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ])
  await patch(`${apps}/statefulsets/db`, { spec: { replicas: 1 } })
  await pass(2000)
  expect(await pods()).toEqual([])
  await patch(`${claims}/data-db-0`, { metadata: { finalizers: [] } })
  await patch(`${apps}/statefulsets/db`, { metadata: { labels: { look: 'again' } } })
  await pass(2000)
  expect(await pods()).toHaveLength(1)
  expect((await list(claims)).map(({ metadata }) => metadata.uid)).not.toContain(first?.metadata.uid)
})

test('[LC38] an old daemon pod that does not serve is replaced at once, beside those that may be unavailable', async () => {
  const { send, list, patch, pass } = await startCluster(3)
  const set = `${apps}/daemonsets/agent`
  const spec = { selector: selectorOf('agent'), template: templateOf('agent') }
  await send('POST', `${apps}/daemonsets`, { metadata: { name: 'agent' }, spec })
  await pass(4000)
  const setImage = (image: string) => patch(set, { spec: { template: templateOf('agent', image) } })
  const terminating = async () =>
    (await list('/api/v1/namespaces/default/pods')).filter(({ metadata }) => 'deletionTimestamp' in metadata).length
  await setImage('bad:1')
  await pass(5000)
  await setImage('app:2')
  await pass(20)
  // The one with the bad image, and one of the two others.
  expect(await terminating()).toBe(2)
})

test('[LC38] a daemon pod that has ended is replaced before it is gone', async () => {
  const { send, list, patch, pass, pods } = await startCluster()
  const template = templateOf('agent')
  const metadata = { ...template.metadata, finalizers: ['example.com/slow'] }
  const spec = { selector: selectorOf('agent'), template: { ...template, metadata } }
  await send('POST', `${apps}/daemonsets`, { metadata: { name: 'agent' }, spec })
  await pass(4000)
  const [old] = await pods()
  await patch(`${apps}/daemonsets/agent`, { spec: { template: templateOf('agent', 'app:2') } })
  await pass(4000)
  const remaining = await list('/api/v1/namespaces/default/pods')
  expect(remaining).toHaveLength(2)
  expect(remaining.map((each) => each.metadata.uid)).toContain(old?.metadata.uid)
})

test('[LC21] a template that is used again gives the Deployment its revision before its set is scaled', async () => {
  const { clock, send, rows } = await startLife({ runs: () => true, nodes: 1 })
  const setImage = async (image: string): Promise<void> => {
    const body = { spec: { template: templateOf('web', image) } }
    await send('PATCH', `${apps}/deployments/web`, body, { 'content-type': 'application/merge-patch+json' })
    await clock.runUntil(clock.now() + 5000)
  }
  await clock.runUntil(clock.now() + 1000)
  const spec = { replicas: 2, selector: selectorOf('web'), template: templateOf('web') }
  await send('POST', `${apps}/deployments`, { metadata: { name: 'web' }, spec })
  await clock.runUntil(clock.now() + 5000)
  await setImage('app:2')
  const before = (await rows()).length
  await setImage('app:1')
  const writes = (await rows()).slice(before).filter(({ resource }) => /deployments|replicasets/.test(resource))
  expect(writes.slice(0, 4).map(({ verb, resource }) => `${verb} ${resource}`)).toEqual([
    'patch deployments',
    // The revision of the set, that of the Deployment, and the size of the set.
    'update replicasets',
    'update deployments',
    'update replicasets',
  ])
})

test('[LC13] pods become available by time also while another one is not ready', async () => {
  const { send, read, pass } = await startCluster()
  const late = {
    metadata: { name: 'late', labels: { app: 'w' } },
    spec: { containers: [{ name: 'c', image: 'bad:1' }] },
  }
  await send('POST', '/api/v1/namespaces/default/pods', late)
  await pass(1000)
  const spec = { replicas: 2, minReadySeconds: 2, selector: selectorOf('w'), template: templateOf('w') }
  await send('POST', `${apps}/replicasets`, { metadata: { name: 'w' }, spec })
  await pass(6000)
  expect((await read(`${apps}/replicasets/w`)).status).toMatchObject({
    replicas: 2,
    readyReplicas: 1,
    availableReplicas: 1,
  })
})

test('[LC47] a Job of a CronJob that its status does not list is reported', async () => {
  const { send, read, pass, said } = await startCluster()
  const template = templateOf('c', 'app:1', { restartPolicy: 'Never' }, { 'sim/run-ms': '600000' })
  const spec = { schedule: '0 0 1 1 *', jobTemplate: { spec: { template } } }
  await send('POST', cronJobs, { metadata: { name: 'c' }, spec })
  const { uid } = (await read(`${cronJobs}/c`)).metadata
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'c', uid, controller: true }
  await send('POST', jobs, { metadata: { name: 'by-hand', ownerReferences: [owner] }, spec: { template } })
  await pass(2000)
  expect(new Set(await said('UnexpectedJob'))).toEqual(
    new Set(['Saw a job that the controller did not create or forgot: by-hand']),
  )
})

test('[LC33] a set that works in parallel updates its next pod only when the one before it serves again', async () => {
  const { send, patch, pass, pods } = await startCluster()
  const spec = { serviceName: 'db', replicas: 2, podManagementPolicy: 'Parallel', selector: selectorOf('db') }
  await send('POST', `${apps}/statefulsets`, {
    metadata: { name: 'db' },
    spec: { ...spec, template: templateOf('db') },
  })
  await pass(3000)
  const isGoing = async (name: string) =>
    (await pods()).some(({ metadata }) => metadata.name === name && 'deletionTimestamp' in metadata)
  const before = await pods()
  await patch(`${apps}/statefulsets/db`, { spec: { template: templateOf('db', 'bad:1') } })
  await pass(10_000)
  const after = await pods()
  const uidOf = (list: typeof after, name: string) => list.find(({ metadata }) => metadata.name === name)?.metadata.uid
  expect(uidOf(after, 'db-1')).not.toBe(uidOf(before, 'db-1'))
  expect(uidOf(after, 'db-0')).toBe(uidOf(before, 'db-0'))
  expect(await isGoing('db-0')).toBe(false)
})

test('[LC33] a pod of a set that failed counts until it is gone, and then comes again', async () => {
  const refused: string[] = []
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 }, (fetchOwn) => async (input, init) => {
    const answer = await fetchOwn(input, init)
    if (answer.status === 422) refused.push(String(input))
    return answer
  })
  const pass = (ms: number) => clock.runUntil(clock.now() + ms)
  const podOf = async (name: string) =>
    (await (await send('GET', `/api/v1/namespaces/default/pods/${name}`)).json()) as {
      metadata: { uid: string }
      status: { phase: string }
    }
  await pass(1000)
  const spec = { serviceName: 'db', replicas: 2, selector: selectorOf('db'), template: templateOf('db') }
  await send('POST', `${apps}/statefulsets`, { metadata: { name: 'db' }, spec })
  await pass(3000)
  const { uid } = (await podOf('db-0')).metadata
  const failed = { status: { phase: 'Failed' } }
  const headers = { 'content-type': 'application/merge-patch+json' }
  await send('PATCH', '/api/v1/namespaces/default/pods/db-0/status', failed, headers)
  await pass(3000)
  const again = await podOf('db-0')
  expect(again.metadata.uid).not.toBe(uid)
  expect(again.status.phase).toBe('Running')
  expect(refused).toEqual([])
})
