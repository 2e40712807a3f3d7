import { afterEach, expect, test } from 'vitest'
import { startCluster } from './life-cluster.ts'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

const pods = '/api/v1/namespaces/default/pods'
const nodes = '/api/v1/nodes'
const volumes = '/api/v1/persistentvolumes'
const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
const schedulerEvents = '/apis/events.orch.io/v1/namespaces/default/events'

const podOf = (name: string, spec: object = {}) => ({
  metadata: { name },
  // A node has the taint of one that is not ready until its conditions are looked at.
  spec: { containers: [{ name: 'c', image: 'app:1' }], tolerations: [{ operator: 'Exists' }], ...spec },
})
const nodeOf = (name: string) => ({
  metadata: { name },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
})
const usesClaim = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }
const claimOf = (mode: string, more: object = {}) => ({
  metadata: { name: 'data', ...more },
  spec: {
    accessModes: [mode],
    storageClassName: 'x',
    volumeName: 'disk',
    resources: { requests: { storage: '1Gi' } },
  },
})

interface Scheduled {
  readonly spec: { readonly nodeName?: string }
  readonly status: { readonly conditions?: readonly { readonly message?: string }[] }
}

/** Starts a server whose only loop is the scheduler. */
async function startScheduler() {
  const { clock, send } = await startLife({ runs: (name) => name === 'scheduler', nodes: 0 })
  const pass = (ms: number) => clock.runUntil(clock.now() + ms)
  await pass(1000)
  const read = async <Kind>(path: string) => (await (await send('GET', path)).json()) as Kind
  return {
    send,
    pass,
    read,
    pod: (name: string) => read<Scheduled>(`${pods}/${name}`),
    why: async (name: string) => (await read<Scheduled>(`${pods}/${name}`)).status.conditions?.[0]?.message,
  }
}

test('[LC68] a pod that came before the first node is tried again when there is one', async () => {
  const { send, pass, pod, why } = await startScheduler()
  await send('POST', pods, podOf('early'))
  await pass(1000)
  expect(await why('early')).toBe('no nodes available to schedule pods')
  await send('POST', nodes, nodeOf('first'))
  await pass(1000)
  expect((await pod('early')).spec.nodeName).toBe('first')
})

test('[LC111] a pod that fits nowhere is tried again after five minutes, though nothing changed', async () => {
  const { send, pass, read } = await startScheduler()
  await send('POST', nodes, nodeOf('only'))
  await send('POST', pods, podOf('elsewhere', { nodeSelector: { disk: 'fast' } }))
  const failures = async () => {
    const { items } = await read<{ readonly items: readonly { readonly series?: { readonly count: number } }[] }>(
      schedulerEvents,
    )
    return items.map(({ series }) => series?.count ?? 1)
  }
  await pass(299_000)
  expect(await failures()).toEqual([1])
  await pass(32_000)
  expect(await failures()).toEqual([2])
})

test('[LC66] a claim whose volume is gone keeps its pod from all nodes', async () => {
  const { send, pass, why } = await startScheduler()
  await send('POST', nodes, nodeOf('only'))
  await send('POST', claims, claimOf('ReadWriteOnce', { annotations: { 'pv.orch.io/bind-completed': 'yes' } }))
  await send('POST', pods, podOf('web', usesClaim))
  await pass(1000)
  const missing = '1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'
  expect(await why('web')).toContain(`0/1 nodes are available: ${missing}.`)
})

test('[LC66] a claim for a single pod keeps others from all nodes while that pod runs', async () => {
  const { send, read, pass } = await startCluster()
  await send('POST', volumes, {
    metadata: { name: 'disk' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOncePod'],
      storageClassName: 'x',
      hostPath: { path: '/tmp/v' },
    },
  })
  await send('POST', claims, claimOf('ReadWriteOncePod'))
  await pass(1000)
  for (const name of ['a', 'b']) {
    await send('POST', pods, podOf(name, usesClaim))
    await pass(2000)
  }
  const spec = async (name: string) => (await read(`${pods}/${name}`)).spec
  expect(await spec('a')).toHaveProperty('nodeName')
  expect(await spec('b')).not.toHaveProperty('nodeName')
  const { conditions } = (await read(`${pods}/b`)).status as Scheduled['status']
  const taken = '1 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'
  expect(conditions?.[0]?.message).toContain(`0/1 nodes are available: ${taken}.`)
  await send('DELETE', `${pods}/a?gracePeriodSeconds=0`)
  await pass(2000)
  expect(await spec('b')).toHaveProperty('nodeName')
})
