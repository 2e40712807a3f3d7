import { afterEach, expect, test } from 'vitest'
import { endServers, startLife } from './life-server.ts'

afterEach(endServers)

const deployments = '/apis/apps/v1/namespaces/default/deployments'
const autoscaler = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
const target = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

interface Seen {
  readonly metadata: { readonly resourceVersion: string }
  readonly spec: { readonly replicas: number }
  readonly status: { readonly [field: string]: unknown }
  readonly items: readonly { readonly reason: string; readonly message: string }[]
}

async function startShop(cpu: string, maxReplicas: number) {
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 })
  await clock.runUntil(clock.now() + 1000)
  const containers = [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '100m' } } }]
  const template = { metadata: { labels: { app: 'web' }, annotations: { 'sim/cpu': cpu } }, spec: { containers } }
  const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template }
  await send('POST', deployments, { metadata: { name: 'web' }, spec })
  await clock.runUntil(clock.now() + 5000)
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  const limits = { minReplicas: 1, maxReplicas, metrics: [target(50)], scaleTargetRef }
  await send('POST', autoscaler, { metadata: { name: 'web' }, spec: limits })
  const read = async (path: string) => (await (await send('GET', path)).json()) as Seen
  return {
    pass: (ms: number) => clock.runUntil(clock.now() + ms),
    resize: (replicas: number) =>
      send('PATCH', `${deployments}/web`, { spec: { replicas } }, { 'content-type': 'application/merge-patch+json' }),
    version: async () => (await read(`${autoscaler}/web`)).metadata.resourceVersion,
    replicas: async () => (await read(`${deployments}/web`)).spec.replicas,
    status: async () => (await read(`${autoscaler}/web`)).status,
    rescales: async () =>
      (await read('/api/v1/namespaces/default/events')).items
        .filter(({ reason }) => reason === 'SuccessfulRescale')
        .map(({ message }) => message),
  }
}

test('[LC97] an autoscaler follows what its pods say that they use, up to its maximum', async () => {
  const { pass, replicas, status, rescales } = await startShop('90m', 3)
  await pass(16_000)
  expect(await replicas()).toBe(3)
  expect(await rescales()).toEqual([
    'New size: 3; reason: cpu resource utilization (percentage of request) above target',
  ])
  expect(await status()).toMatchObject({
    currentMetrics: [{ resource: { name: 'cpu', current: { averageUtilization: 90, averageValue: '90m' } } }],
    conditions: [
      { type: 'AbleToScale', status: 'True', reason: 'SucceededRescale' },
      { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound' },
      { type: 'ScalingLimited', status: 'True', reason: 'TooManyReplicas' },
    ],
  })
})

test('[LC97] fewer pods are kept only after five minutes in which nothing asked for more', async () => {
  const { pass, replicas, status, rescales } = await startShop('10m', 3)
  await pass(31_000)
  expect(await replicas()).toBe(2)
  expect(await status()).toMatchObject({
    conditions: [
      { type: 'AbleToScale', status: 'True', reason: 'ScaleDownStabilized' },
      { type: 'ScalingActive', status: 'True' },
      { type: 'ScalingLimited', status: 'False', reason: 'DesiredWithinRange' },
    ],
  })
  await pass(300_000)
  expect(await replicas()).toBe(1)
  expect(await rescales()).toEqual(['New size: 1; reason: All metrics below target'])
})

test('[LC97] an autoscaler of an empty Deployment says once that it rests', async () => {
  const { pass, resize, status, version } = await startShop('10m', 3)
  await resize(0)
  await pass(16_000)
  expect(await status()).toMatchObject({
    desiredReplicas: 0,
    conditions: [
      { type: 'AbleToScale', status: 'True', reason: 'SucceededGetScale' },
      { type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled' },
    ],
  })
  const before = await version()
  await pass(31_000)
  expect(await version()).toBe(before)
})
