import { expect, test } from 'vitest'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { MetricSpec } from '#server/kinds/types/autoscaling-v2.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import { measure } from './metrics.ts'
import { propose } from './proposal.ts'
import { structureText } from './selector-text.ts'

const startTime = '2026-03-01T12:00:00Z'
const nowMs = Date.parse('2026-03-01T12:10:00Z')

interface PodShape {
  readonly declared?: Record<string, string>
  readonly phase?: string
  readonly ready?: 'True' | 'False'
  readonly request?: string
}

function podOf(name: string, { declared = {}, phase = 'Running', ready = 'True', request = '100m' }: PodShape): Pod {
  const annotations = Object.fromEntries(Object.entries(declared).map(([key, value]) => [`sim/${key}`, value]))
  return {
    metadata: { name, namespace: 'default', labels: { app: 'web' }, annotations },
    spec: { containers: [{ name: 'app', ...(request !== '' && { resources: { requests: { cpu: request } } }) }] },
    status: { phase, startTime, conditions: [{ type: 'Ready', status: ready, lastTransitionTime: startTime }] },
  }
}

const target = (pods: readonly PodShape[], declared: Record<string, string> = {}) => {
  const annotations = Object.fromEntries(Object.entries(declared).map(([key, value]) => [`sim/${key}`, value]))
  return {
    autoscaler: { metadata: { name: 'web', namespace: 'default', annotations } },
    pods: pods.map((shape, at) => podOf(`p${at}`, shape)),
    wanted: pods.length,
    present: pods.length,
    nowMs,
  }
}

const cpu = (averageUtilization: number): MetricSpec => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})
const perPod: MetricSpec = {
  type: 'Pods',
  pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '10' } },
}
const byContainer: MetricSpec = {
  type: 'ContainerResource',
  containerResource: { name: 'cpu', container: 'app', target: { type: 'Utilization', averageUtilization: 50 } },
}
const described = { apiVersion: 'networking.orch.io/v1', kind: 'Ingress', name: 'main' }
const ofObject = (wanted: object): MetricSpec => ({
  type: 'Object',
  object: { metric: { name: 'hits' }, describedObject: described, target: { type: 'Value', ...wanted } },
})
const external = (wanted: object, selector?: { matchLabels: { [key: string]: string } }): MetricSpec => ({
  type: 'External',
  external: { metric: { name: 'queue', ...(selector && { selector }) }, target: { type: 'Value', ...wanted } },
})

const noApi =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.orch.io) registered'
const noQueue = (selector: string): string =>
  `unable to get external metric default/queue/${selector}: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.orch.io)`
const noCpu =
  'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.orch.io)'
const worker = '&LabelSelector{MatchLabels:map[string]string{app: q,},MatchExpressions:[]LabelSelectorRequirement{},}'

test.each([
  ['Resource', cpu(50), 'FailedGetResourceMetric', noCpu, `failed to get cpu resource metric value: ${noCpu}`],
  [
    'ContainerResource',
    byContainer,
    'FailedGetContainerResourceMetric',
    noCpu,
    `failed to get app container metric value: ${noCpu}`,
  ],
  [
    'Pods',
    perPod,
    'FailedGetPodsMetric',
    `unable to get metric requests: ${noApi}`,
    `failed to get pods metric value: unable to get metric requests: ${noApi}`,
  ],
  [
    'Object',
    ofObject({ value: '10' }),
    'FailedGetObjectMetric',
    `unable to get metric hits: Ingress on default main/${noApi}`,
    `failed to get object metric value: unable to get metric hits: Ingress on default main/${noApi}`,
  ],
  [
    'Object per pod',
    ofObject({ averageValue: '10' }),
    'FailedGetObjectMetric',
    `unable to get metric hits: Ingress on default main/${noApi}`,
    `failed to get object metric value: failed to get hits object metric: unable to get metric hits: Ingress on default main/${noApi}`,
  ],
  [
    'External',
    external({ value: '10' }, { matchLabels: { app: 'q' } }),
    'FailedGetExternalMetric',
    noQueue(worker),
    `failed to get queue external metric value: failed to get external metric queue: ${noQueue(worker)}`,
  ],
  [
    'External per pod',
    external({ averageValue: '10' }),
    'FailedGetExternalMetric',
    noQueue('nil'),
    `failed to get queue external metric value: failed to get queue external metric: ${noQueue('nil')}`,
  ],
  [
    'an unknown type',
    { type: 'Other' },
    'InvalidMetricSourceType',
    'unknown metric source type "Other"',
    'unknown metric source type "Other"',
  ],
])(
  '[LC113] a metric that nobody declares fails in the words of the original: %s',
  (_title, spec, ...[reason, message, summary]) => {
    expect(measure(spec, target([{}, {}]))).toEqual({ reason, message, summary })
  },
)

test('[LC113] pods without requests, and without any value that counts, cannot be measured', () => {
  const used = { declared: { cpu: '50m' } }
  expect(measure(cpu(50), target([used, { ...used, request: '' }]))).toMatchObject({
    message: 'failed to get cpu utilization: missing request for cpu in container app of Pod p1',
  })
  expect(measure(cpu(50), target([{ ...used, phase: 'Pending' }]))).toMatchObject({
    message: 'failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)',
  })
})

const requests = (value: string): PodShape => ({ declared: { requests: value } })

test.each([
  ['two pods above the target', perPod, target([requests('15'), requests('25')]), 4],
  ['a value near the target', perPod, target([requests('11'), requests('10')]), 2],
  ['a pod without a value counts as none when more are wanted', perPod, target([requests('40'), {}]), 4],
  ['and as the target when fewer are wanted', perPod, target([requests('1'), requests('1'), {}]), 2],
  [
    'a pod that starts counts as none for CPU',
    cpu(50),
    target([{ declared: { cpu: '100m' } }, { phase: 'Pending' }]),
    2,
  ],
  ['one container of the pods', byContainer, target([{ declared: { 'app.cpu': '100m' } }]), 2],
  [
    'an object, shared by ready pods',
    ofObject({ value: '10' }),
    target([{}, {}, { ready: 'False' }], { hits: '30' }),
    6,
  ],
  ['an object per pod', ofObject({ averageValue: '10' }), target([{}], { hits: '35' }), 4],
  ['an external value', external({ value: '2' }), target([{}, {}], { queue: '1' }), 1],
  ['an external value per pod', external({ averageValue: '2' }), target([{}], { queue: '5' }), 3],
])('[LC113] the size follows what annotations declare: %s', (_title, spec, given, size) => {
  expect(measure(spec, given)).toMatchObject({ size })
})

test('[LC113] the status and the name of each metric', () => {
  const given = target([requests('20')], { hits: '30', queue: '7' })
  expect(measure(perPod, given)).toMatchObject({
    name: 'pods metric requests',
    status: { type: 'Pods', pods: { metric: { name: 'requests' }, current: { averageValue: '20' } } },
  })
  expect(measure(ofObject({ value: '10' }), given)).toMatchObject({
    name: 'Ingress metric hits',
    status: { type: 'Object', object: { describedObject: described, current: { value: '30' } } },
  })
  expect(measure(external({ averageValue: '2' }), given)).toMatchObject({
    name: 'external metric queue(nil)',
    status: { type: 'External', external: { metric: { name: 'queue' }, current: { averageValue: '7' } } },
  })
})

const selector = { matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }] }

test('[LC113] selectors are printed as structures', () => {
  expect(structureText(selector)).toBe(
    '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:tier,Operator:In,Values:[a b],},},}',
  )
})

const informerOf = (pods: readonly Pod[]): Informer<Pod> => ({
  get: () => undefined,
  all: () => pods,
  inNamespace: () => pods,
  controlledBy: () => [],
  onChange: () => undefined,
})
const ask = (name: string, metrics: MetricSpec[], labels = 'app=web') => ({
  autoscaler: { metadata: { name, namespace: 'default' }, spec: { metrics } },
  scale: { metadata: {}, spec: { replicas: 2 }, status: { replicas: 2, selector: labels } },
  nowMs,
})

test('[LC113] one metric that fails keeps pods, but does not prevent more of them', () => {
  const many = informerOf([podOf('p0', requests('30')), podOf('p1', requests('30'))])
  const few = informerOf([podOf('p0', requests('1')), podOf('p1', requests('1'))])
  const both = ask('web', [external({ value: '1' }), perPod])
  expect(propose(many, new Map(), both)).toMatchObject({
    size: 6,
    statuses: [{ type: '' }, { type: 'Pods' }],
    warnings: [['FailedGetExternalMetric', noQueue('nil')]],
    condition: { status: 'True', reason: 'ValidMetricFound' },
  })
  expect(propose(few, new Map(), both)).toMatchObject({
    size: null,
    condition: { type: 'ScalingActive', status: 'False', reason: 'FailedGetExternalMetric' },
    summary: `invalid metrics (1 invalid out of 2), first error is: failed to get queue external metric value: failed to get external metric queue: ${noQueue('nil')}`,
  })
})

test('[LC113] pods that two autoscalers would scale, and a target without a selector, are left alone', () => {
  const pods = informerOf([podOf('p0', requests('30'))])
  const selectors = new Map()
  expect(propose(pods, selectors, ask('a', [perPod]))).toMatchObject({ warnings: [] })
  const fault = 'pods by selector app=web are controlled by multiple HPAs: [default/a default/b]'
  expect(propose(pods, selectors, ask('b', [perPod]))).toMatchObject({
    size: null,
    warnings: [['AmbiguousSelector', fault]],
    condition: { reason: 'AmbiguousSelector', message: fault },
    summary: fault,
  })
  expect(propose(pods, selectors, ask('c', [perPod], ''))).toMatchObject({
    size: null,
    warnings: [['SelectorRequired', 'selector is required']],
    condition: { reason: 'InvalidSelector', message: "the HPA target's scale is missing a selector" },
  })
})
