import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers } from './life-server.ts'

afterEach(endServers)

const pods = '/api/v1/namespaces/default/pods'
const nodes = '/api/v1/nodes'
const volumes = '/api/v1/persistentvolumes'
const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const podOf = (name: string, spec: object = {}) => ({
  metadata: { name, labels: { app: 'p' } },
  spec: { containers: [{ name: 'c', image: 'app:1' }], ...spec },
})
const volumeOf = (name: string, more: object) => ({
  metadata: { name },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'x',
    persistentVolumeReclaimPolicy: 'Delete',
    hostPath: { path: '/tmp/v' },
    ...more,
  },
})
const claimOf = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'x',
    resources: { requests: { storage: '1Gi' } },
    ...more,
  },
})

test('[LC92] a pod that is deleted before its tolerations end is not evicted, as an event without its uid says', async () => {
  const { send, list, patch, pass, events } = await startCluster()
  const tolerations = [{ key: 'lost', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }]
  await send('POST', pods, podOf('p', { tolerations }))
  await pass(3000)
  const [node] = await list(nodes)
  await patch(`${nodes}/${node?.metadata.name ?? ''}`, { spec: { taints: [{ key: 'lost', effect: 'NoExecute' }] } })
  await pass(1000)
  await send('DELETE', `${pods}/p?gracePeriodSeconds=0`)
  await pass(90_000)
  const told = (await events()).filter(({ reason }) => reason === 'TaintManagerEviction')
  expect(told.map(({ message }) => message)).toEqual(['Cancelling deletion of Pod default/p'])
  expect(told[0]?.involvedObject).not.toHaveProperty('uid')
})

test('[LC94] pods that are being deleted on a node that is out of service are removed', async () => {
  const { send, list, patch, pass } = await startCluster()
  const taints = [{ key: 'node.orch.io/out-of-service', effect: 'NoSchedule' }]
  await send('POST', nodes, { metadata: { name: 'dead' }, spec: { taints } })
  await send('POST', pods, podOf('p', { nodeName: 'dead' }))
  await patch(`${pods}/p`, { metadata: { finalizers: ['example.com/wait'] } })
  await send('DELETE', `${pods}/p`)
  await pass(25_000)
  expect((await list(pods))[0]).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 0 },
    status: { phase: 'Failed' },
  })
})

test('[LC95] a pod that several budgets mean is reported', async () => {
  const { send, pass, said } = await startCluster()
  const spec = { minAvailable: 1, selector: { matchLabels: { app: 'p' } } }
  for (const name of ['a', 'b']) await send('POST', budgets, { metadata: { name }, spec })
  await pass(1000)
  await send('POST', pods, podOf('p'))
  await pass(1000)
  expect(new Set(await said('MultiplePodDisruptionBudgets'))).toEqual(
    new Set(['Pod "default"/"p" matches multiple PodDisruptionBudgets.  Chose "a" arbitrarily.']),
  )
})

test('[LC72] a released volume whose content cannot be deleted fails; one of a provisioner is left to it', async () => {
  const { send, read, pass, said } = await startCluster()
  await send('POST', volumes, volumeOf('outside', { hostPath: { path: '/data' } }))
  const mark = { 'pv.orch.io/provisioned-by': 'example.com/disks' }
  const made = volumeOf('made', { capacity: { storage: '5Gi' } })
  await send('POST', volumes, { ...made, metadata: { name: 'made', annotations: mark } })
  await pass(1000)
  await send('POST', claims, claimOf('small'))
  await send('POST', claims, claimOf('large', { resources: { requests: { storage: '5Gi' } } }))
  await pass(2000)
  for (const name of ['small', 'large']) await send('DELETE', `${claims}/${name}`)
  await pass(10_000)
  const message = 'host_path deleter only supports /tmp/.+ but received provided /data'
  expect((await read(`${volumes}/outside`)).status).toMatchObject({ phase: 'Failed', message })
  expect((await read(`${volumes}/made`)).status).toMatchObject({ phase: 'Released' })
  expect(await said('VolumeFailedDelete')).toEqual([message])
})

test('[LC73] a claim without a class joins a default class that is newer than the claim', async () => {
  const { send, read, pass } = await startCluster()
  await send('POST', claims, claimOf('early', { storageClassName: undefined }))
  await pass(1000)
  expect((await read(`${claims}/early`)).spec).not.toHaveProperty('storageClassName')
  await send('POST', '/apis/storage.orch.io/v1/storageclasses', {
    metadata: { name: 'fast', annotations: { 'storageclass.orch.io/is-default-class': 'true' } },
    provisioner: 'example.com/disks',
  })
  await pass(20_000)
  expect((await read(`${claims}/early`)).spec).toMatchObject({ storageClassName: 'fast' })
})

test('[LC70] a claim that names a volume which does not fit waits, as an event says', async () => {
  const { send, read, pass, said } = await startCluster()
  await send('POST', volumes, volumeOf('v', {}))
  await pass(1000)
  await send('POST', claims, claimOf('big', { volumeName: 'v', resources: { requests: { storage: '2Gi' } } }))
  await pass(1000)
  expect((await read(`${claims}/big`)).status).toEqual({ phase: 'Pending' })
  expect(new Set(await said('VolumeMismatch'))).toEqual(
    new Set(['Cannot bind to requested volume "v": requested PV is too small']),
  )
})

test('[LC52] a mirrored slice has the annotations of its Endpoints, but not those of clients that apply', async () => {
  const { send, list, pass } = await startCluster()
  await send('POST', '/api/v1/namespaces/default/services', {
    metadata: { name: 's' },
    spec: { ports: [{ port: 80 }] },
  })
  const annotations = { note: 'kept', 'kubectl.orch.io/last-applied-configuration': '{}' }
  const subsets = [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }]
  await send('POST', '/api/v1/namespaces/default/endpoints', { metadata: { name: 's', annotations }, subsets })
  await pass(1000)
  const [slice] = await list('/apis/discovery.orch.io/v1/namespaces/default/endpointslices')
  expect(slice?.metadata.annotations).toEqual({ note: 'kept' })
})
