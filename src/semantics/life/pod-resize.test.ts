import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers } from './life-server.ts'

afterEach(endServers)

const pods = '/api/v1/namespaces/default/pods'
const amounts = (cpu: string) => ({ requests: { cpu, memory: '1Gi' } })
const podOf = (name: string, cpu: string, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'app:1', resources: amounts(cpu), ...more }] },
})

/** A cluster of one node with 32 cpu and a pod that runs. */
async function start(more: object = {}) {
  const cluster = await startCluster()
  await cluster.send('POST', pods, podOf('a', '1', more))
  await cluster.pass(5000)
  const resize = async (cpu: string) => {
    const body = { spec: { containers: [{ name: 'c', resources: amounts(cpu) }] } }
    const headers = { 'content-type': 'application/strategic-merge-patch+json' }
    expect((await cluster.send('PATCH', `${pods}/a/resize`, body, headers)).status).toBe(200)
  }
  const status = async () => (await cluster.read(`${pods}/a`)).status ?? {}
  const resizing = async () =>
    ((await status())['conditions'] as { type: string }[]).filter(({ type }) => type.startsWith('PodResize'))
  return { ...cluster, resize, status, resizing }
}

test('[LC83] a node grants a resize, then reports it done', async () => {
  const { resize, resizing, status, pass, said } = await start()
  expect(await status()).toMatchObject({
    observedGeneration: 1,
    containerStatuses: [{ resources: amounts('1'), allocatedResources: { cpu: '1', memory: '1Gi' } }],
  })
  await resize('2')
  await pass(200)
  expect(await resizing()).toMatchObject([{ type: 'PodResizeInProgress', status: 'True', observedGeneration: 2 }])
  expect(await status()).toMatchObject({
    observedGeneration: 2,
    containerStatuses: [{ resources: amounts('1'), allocatedResources: { cpu: '2' } }],
  })
  await pass(1000)
  expect(await resizing()).toEqual([])
  expect(await status()).toMatchObject({ containerStatuses: [{ resources: amounts('2'), restartCount: 0 }] })
  const summary = '{"containers":[{"name":"c","resources":{"requests":{"cpu":"2","memory":"1Gi"}}}],"generation":2}'
  expect(await said('ResizeStarted')).toEqual([`Pod resize started: ${summary}`])
  expect(await said('ResizeCompleted')).toEqual([`Pod resize completed: ${summary}`])
})

test('[LC83] a resize beyond the node is infeasible until the pod asks for less', async () => {
  const { resize, resizing, pass, status, said } = await start()
  await resize('33')
  await pass(1000)
  const message = "Node didn't have enough capacity: cpu, requested: 33000, capacity: 32000"
  expect(await resizing()).toMatchObject([
    { type: 'PodResizePending', status: 'True', reason: 'Infeasible', message, observedGeneration: 2 },
  ])
  expect(await status()).toMatchObject({ containerStatuses: [{ allocatedResources: { cpu: '1' } }] })
  expect(await said('ResizeInfeasible')).toHaveLength(1)
  await resize('1')
  await pass(1000)
  expect(await resizing()).toEqual([])
})

test('[LC83] a resize waits until other pods of the node leave room', async () => {
  const { send, resize, resizing, pass, status } = await start()
  await send('POST', pods, podOf('b', '26'))
  await pass(1000)
  await resize('8')
  await pass(1000)
  const message = "Node didn't have enough resource: cpu, requested: 8000, used: 26000, capacity: 32000"
  expect(await resizing()).toMatchObject([{ type: 'PodResizePending', reason: 'Deferred', message }])
  await send('DELETE', `${pods}/b`)
  await pass(3000)
  expect(await resizing()).toEqual([])
  expect(await status()).toMatchObject({ containerStatuses: [{ resources: amounts('8') }] })
})

test('[LC83] a container whose policy asks for it is restarted', async () => {
  const { resize, pass, status } = await start({
    resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
  })
  await resize('2')
  await pass(2000)
  expect(await status()).toMatchObject({
    containerStatuses: [{ restartCount: 1, lastState: { terminated: { reason: 'Completed' } } }],
  })
})

test('[LC83] the scheduler counts what a pod asks for and what it was granted', async () => {
  const { send, resize, pass, read } = await start()
  await resize('20')
  await send('POST', pods, podOf('b', '16'))
  await pass(2000)
  expect((await read(`${pods}/b`)).spec?.['nodeName']).toBeUndefined()
})
