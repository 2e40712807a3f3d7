import { deepEqual } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
} from '#server/kinds/types/autoscaling-v2.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import { podsPath } from '#server/controllers/shared/pods.ts'
import {
  type Condition,
  condition,
  createRecommendations,
  limit,
  type Recommendations,
  windowMsOf,
} from './recommendations.ts'
import { measure, type Measured, measuredPods } from './simulated-metrics.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'

const root = '/apis/autoscaling/v2'
const periodMs = 15_000

/** The loop of one run, with what it reads and remembers. */
interface Scaling {
  readonly loop: Loop
  readonly pods: Informer<Pod>
  readonly recommendations: Recommendations
}

/** Autoscalers keep the size of their target within their limits, and follow what pods say that they use. [LC97] */
export const horizontalAutoscaling: LoopDefinition = {
  name: 'horizontal-pod-autoscaler-controller',
  account: 'horizontal-pod-autoscaler',
  start(starting) {
    const { informers, queue } = starting
    const all = informers.of<HorizontalPodAutoscaler>(`${root}/horizontalpodautoscalers`)
    const pods = informers.of<Pod>(podsPath)
    const recommendations = createRecommendations()
    all.onChange((_before, after) => {
      if (after !== undefined) queue.addAfter(keyOf(after), periodMs)
    })
    return async (key, loop) => {
      const autoscaler = all.get(key)
      if (autoscaler === undefined) return
      queue.addAfter(key, periodMs)
      await sync({ loop, pods, recommendations }, autoscaler)
    }
  },
}

const plurals: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'deployments'],
  ['ReplicaSet', 'replicasets'],
  ['StatefulSet', 'statefulsets'],
  ['ReplicationController', 'replicationcontrollers'],
])

function scalePath({ metadata, spec }: HorizontalPodAutoscaler): string {
  const { apiVersion = 'v1', kind = '', name } = spec?.scaleTargetRef ?? {}
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${pathOf(base, plurals.get(kind) ?? `${kind.toLowerCase()}s`, metadata.namespace, name)}/scale`
}

async function sync(scaling: Scaling, autoscaler: HorizontalPodAutoscaler): Promise<void> {
  const { loop } = scaling
  const path = scalePath(autoscaler)
  let scale: Scale
  try {
    scale = await loop.client.get<Scale>(path)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(loop, autoscaler, 'Warning', 'FailedGetScale', error.message)
    const message = `the HPA controller was unable to get the target's current scale: ${error.message}`
    return write(loop, autoscaler, autoscaler.status ?? {}, [able('False', 'FailedGetScale', message)])
  }
  const current = scale.spec?.replicas ?? 0
  const found = able('True', 'SucceededGetScale', "the HPA controller was able to get the target's current scale")
  const limited = withinLimits(autoscaler, current)
  if (current === 0 && (autoscaler.spec?.minReplicas ?? 1) !== 0) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    const off = { type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled', message }
    return write(loop, autoscaler, { ...autoscaler.status, currentReplicas: current, desiredReplicas: 0 }, [found, off])
  }
  if (limited === null) return followMetrics(scaling, autoscaler, { path, scale, found })
  await loop.client.update(path, { ...scale, spec: { ...scale.spec, replicas: limited.size } })
  say(loop, autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${limited.size}; reason: ${limited.reason}`)
  const message = `the HPA controller was able to update the target scale to ${limited.size}`
  const status: HorizontalPodAutoscalerStatus = {
    ...autoscaler.status,
    currentReplicas: current,
    desiredReplicas: limited.size,
    currentMetrics: undefined,
    lastScaleTime: formatTime(loop.clock.now()),
  }
  return write(loop, autoscaler, status, [able('True', 'SucceededRescale', message)])
}

const able = (status: string, reason: string, message: string): Condition =>
  condition('AbleToScale', status, reason, message)

interface Target {
  readonly path: string
  readonly scale: Scale
  readonly found: Condition
}

/** Brings the target to the size that its pods' metrics ask for; the greatest of several counts. */
async function followMetrics(scaling: Scaling, autoscaler: HorizontalPodAutoscaler, target: Target): Promise<void> {
  const { loop, pods, recommendations } = scaling
  const { path, scale, found } = target
  const current = scale.spec?.replicas ?? 0
  const { uid = '' } = autoscaler.metadata
  const measured = measureAll(pods, autoscaler, scale)
  const [greatest] = measured.toSorted((a, b) => b.size - a.size)
  if (greatest === undefined) return withoutMetrics(loop, autoscaler, current, found)
  const now = { atMs: loop.clock.now(), current }
  const stable = recommendations.stabilize(uid, now, greatest.size, windowMsOf(autoscaler))
  const limited = limit(autoscaler, current, stable)
  const isScaled = limited.size !== current
  if (isScaled) {
    const reason = limited.size > current ? `${greatest.name} above target` : 'All metrics below target'
    await loop.client.update(path, { ...scale, spec: { ...scale.spec, replicas: limited.size } })
    say(loop, autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${limited.size}; reason: ${reason}`)
  }
  const active = `the HPA was able to successfully calculate a replica count from ${greatest.name}`
  const status: HorizontalPodAutoscalerStatus = {
    ...autoscaler.status,
    currentReplicas: current,
    desiredReplicas: limited.size,
    currentMetrics: measured.map((each) => each.status),
    ...(isScaled && { lastScaleTime: formatTime(loop.clock.now()) }),
  }
  await write(loop, autoscaler, status, [
    ableNow(isScaled ? limited.size : null, stable > greatest.size),
    condition('ScalingActive', 'True', 'ValidMetricFound', active),
    limited.condition,
  ])
}

/** Returns the size that each metric of an autoscaler asks for; pods that report no usage are left out. */
function measureAll(pods: Informer<Pod>, { metadata, spec }: HorizontalPodAutoscaler, scale: Scale): Measured[] {
  const selected = measuredPods(pods.inNamespace(metadata.namespace ?? ''), scale.status?.selector ?? '')
  return (spec?.metrics ?? []).flatMap((metric) => measure(metric, selected, scale.spec?.replicas ?? 0) ?? [])
}

function ableNow(newSize: number | null, isHeld: boolean): Condition {
  if (newSize !== null)
    return able('True', 'SucceededRescale', `the HPA controller was able to update the target scale to ${newSize}`)
  return isHeld
    ? able(
        'True',
        'ScaleDownStabilized',
        'recent recommendations were higher than current one, applying the highest recent recommendation',
      )
    : able('True', 'ReadyForNewScale', 'recommended size matches current size')
}

function withinLimits(
  { spec }: HorizontalPodAutoscaler,
  current: number,
): { readonly size: number; readonly reason: string } | null {
  const { minReplicas = 1, maxReplicas = Infinity } = spec ?? {}
  if (current > maxReplicas) return { size: maxReplicas, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (current < minReplicas) return { size: minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' }
  return null
}

/** The error of a metric, as far as no metrics API is served. */
function faultOf({ resource }: MetricSpec): string {
  const name = resource?.name ?? ''
  const measure = resource?.target?.type === 'Utilization' ? `${name} utilization` : `${name} usage`
  return `failed to get ${measure}: unable to get metrics for resource ${name}: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.orch.io)`
}

async function withoutMetrics(
  loop: Loop,
  autoscaler: HorizontalPodAutoscaler,
  current: number,
  found: Condition,
): Promise<void> {
  const metrics = (autoscaler.spec?.metrics ?? []).filter(({ type }) => type === 'Resource')
  const [first] = metrics
  if (first === undefined) return write(loop, autoscaler, { ...autoscaler.status, currentReplicas: current }, [found])
  const fault = faultOf(first)
  say(loop, autoscaler, 'Warning', 'FailedGetResourceMetric', fault)
  const summary = `invalid metrics (${metrics.length} invalid out of ${metrics.length}), first error is: failed to get ${first.resource?.name ?? ''} resource metric value: ${fault}`
  say(loop, autoscaler, 'Warning', 'FailedComputeMetricsReplicas', summary)
  const message = `the HPA was unable to compute the replica count: ${fault}`
  const inactive = { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message }
  const status = { ...autoscaler.status, currentReplicas: current, currentMetrics: metrics.map(() => ({ type: '' })) }
  await write(loop, autoscaler, status, [found, inactive])
}

const say = (
  { events }: Loop,
  object: HorizontalPodAutoscaler,
  ...[type, reason, message]: readonly ['Normal' | 'Warning', string, string]
): void => events.emit({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', object }, type, reason, message)

async function write(
  { client, clock }: Loop,
  autoscaler: HorizontalPodAutoscaler,
  status: HorizontalPodAutoscalerStatus,
  changed: readonly Condition[],
): Promise<void> {
  const before = status.conditions ?? []
  const now = formatTime(clock.now())
  const merged = changed.map((each) => {
    const old = before.find(({ type }) => type === each.type)
    return { ...each, lastTransitionTime: old?.status === each.status ? (old.lastTransitionTime ?? now) : now }
  })
  const kept = before.map((old) => merged.find(({ type }) => type === old.type) ?? old)
  const added = merged.filter(({ type }) => !before.some((old) => old.type === type))
  const next: HorizontalPodAutoscalerStatus = { desiredReplicas: 0, ...status, conditions: [...kept, ...added] }
  if (deepEqual(autoscaler.status ?? {}, next)) return
  const { namespace, name } = autoscaler.metadata
  await client.update(`${pathOf(root, 'horizontalpodautoscalers', namespace, name)}/status`, {
    ...autoscaler,
    status: next,
  })
}
