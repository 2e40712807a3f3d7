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
  readonly items: readonly {
    readonly metadata: { readonly name: string }
    readonly reason: string
    readonly message: string
  }[]
}

async function startShop(cpu: string, maxReplicas: number, more: object = {}) {
  const { clock, send } = await startLife({ runs: () => true, nodes: 1 })
  await clock.runUntil(clock.now() + 1000)
  const containers = [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '100m' } } }]
  const template = { metadata: { labels: { app: 'web' }, annotations: { 'sim/cpu': cpu } }, spec: { containers } }
  const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template }
  await send('POST', deployments, { metadata: { name: 'web' }, spec })
  await clock.runUntil(clock.now() + 5000)
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  const limits = { minReplicas: 1, maxReplicas, metrics: [target(50)], scaleTargetRef, ...more }
  await send('POST', autoscaler, { metadata: { name: 'web' }, spec: limits })
  const read = async (path: string) => (await (await send('GET', path)).json()) as Seen
  const merge = { 'content-type': 'application/merge-patch+json' }
  const pods = '/api/v1/namespaces/default/pods'
  const eventsOf = async (wanted: string) =>
    (await read('/api/v1/namespaces/default/events')).items
      .filter(({ reason }) => reason === wanted)
      .map(({ message }) => message)
  return {
    /** Sets what each pod uses. */
    async use(amount: string) {
      for (const { metadata } of (await read(pods)).items)
        await send('PATCH', `${pods}/${metadata.name}`, { metadata: { annotations: { 'sim/cpu': amount } } }, merge)
    },
    eventsOf,
    pass: (ms: number) => clock.runUntil(clock.now() + ms),
    resize: (replicas: number) => send('PATCH', `${deployments}/web`, { spec: { replicas } }, merge),
    version: async () => (await read(`${autoscaler}/web`)).metadata.resourceVersion,
    replicas: async () => (await read(`${deployments}/web`)).spec.replicas,
    status: async () => (await read(`${autoscaler}/web`)).status,
    rescales: () => eventsOf('SuccessfulRescale'),
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

test('[LC97] without a behavior only higher recommendations hold a size back, also while more pods are wanted', async () => {
  const { pass, use, replicas, status } = await startShop('200m', 4)
  await pass(16_000)
  expect(await replicas()).toBe(4)
  expect(await status()).toMatchObject({ conditions: [{}, {}, { status: 'True', reason: 'TooManyReplicas' }] })
  await use('60m')
  await pass(15_000)
  const message = 'recent recommendations were higher than current one, applying the highest recent recommendation'
  expect(await status()).toMatchObject({
    currentMetrics: [{ resource: { current: { averageUtilization: 60 } } }],
    conditions: [{ reason: 'ScaleDownStabilized', message }, {}, { reason: 'TooManyReplicas' }],
  })
})

test('[LC114] the policies of a behavior let pods come and go step by step, as conditions and events say', async () => {
  const rules = { selectPolicy: 'Max', policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] }
  const behavior = { scaleUp: rules, scaleDown: { ...rules, stabilizationWindowSeconds: 0 } }
  const { pass, use, replicas, status, rescales } = await startShop('200m', 4, { behavior })
  await pass(16_000)
  expect(await replicas()).toBe(3)
  const limitedUp = 'the desired replica count is increasing faster than the maximum scale rate'
  expect(await status()).toMatchObject({
    conditions: [
      { reason: 'SucceededRescale', message: 'the HPA controller was able to update the target scale to 3' },
      { reason: 'ValidMetricFound' },
      { status: 'True', reason: 'ScaleUpLimit', message: limitedUp },
    ],
  })
  await pass(45_000)
  expect(await replicas()).toBe(3)
  await pass(15_000)
  expect(await replicas()).toBe(4)
  // The policy for fewer pods counts also the one that came within its period.
  await pass(60_000)
  await use('5m')
  await pass(15_000)
  expect(await replicas()).toBe(3)
  await pass(60_000)
  const limitedDown = 'the desired replica count is decreasing faster than the maximum scale rate'
  expect(await status()).toMatchObject({
    conditions: [{}, {}, { status: 'True', reason: 'ScaleDownLimit', message: limitedDown }],
  })
  expect(await rescales()).toEqual([
    'New size: 3; reason: cpu resource utilization (percentage of request) above target',
    'New size: 4; reason: cpu resource utilization (percentage of request) above target',
    'New size: 3; reason: All metrics below target',
    'New size: 2; reason: All metrics below target',
  ])
})

test('[LC97] an autoscaler whose target is of an unknown kind says so', async () => {
  const scaleTargetRef = { apiVersion: 'example.com/v1', kind: 'Shop', name: 'big' }
  const { pass, status, eventsOf } = await startShop('200m', 20, { scaleTargetRef })
  await pass(16_000)
  const fault = 'no matches for kind "Shop" in group "example.com"'
  expect(await eventsOf('FailedGetScale')).toEqual([fault])
  const message = `the HPA controller was unable to get the target's current scale: ${fault}`
  expect(await status()).toMatchObject({ conditions: [{ status: 'False', reason: 'FailedGetScale', message }] })
})
