import { deepEqual } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import { Refusal } from '#client/refusal.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '#server/kinds/types/autoscaling-v2.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import { counted } from '#server/controllers/shared/counts.ts'
import { uidOf } from '#server/controllers/shared/fields.ts'
import { findResource } from '#server/controllers/shared/find-resource.ts'
import { podsPath } from '#server/controllers/shared/pods.ts'
import { limitByBehavior } from './behavior.ts'
import {
  type Condition,
  condition,
  createRecommendations,
  limit,
  type Recommendations,
  windowsOf,
} from './recommendations.ts'
import { propose, type Selectors } from './proposal.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { keyOf, pathOf } from '#server/controllers/shared/owners.ts'

const root = '/apis/autoscaling/v2'
const periodMs = 15_000

/** The loop of one run, with what it reads and remembers. */
interface Scaling {
  readonly loop: Loop
  readonly pods: Informer<Pod>
  readonly recommendations: Recommendations
  readonly selectors: Selectors
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
    const selectors: Selectors = new Map()
    all.onChange((before, after) => {
      if (after !== undefined) return queue.addAfter(keyOf(after), periodMs)
      if (before === undefined) return
      selectors.delete(keyOf(before))
      recommendations.forget(uidOf(before))
    })
    return async (key, loop) => {
      const autoscaler = all.get(key)
      if (autoscaler === undefined) return
      queue.addAfter(key, periodMs)
      await sync({ loop, pods, recommendations, selectors }, autoscaler)
    }
  },
}

const plurals: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'deployments'],
  ['ReplicaSet', 'replicasets'],
  ['StatefulSet', 'statefulsets'],
  ['ReplicationController', 'replicationcontrollers'],
])

/** The path of the target's scale; `null` if the server serves no such kind. */
async function scalePath({ client }: Loop, { metadata, spec }: HorizontalPodAutoscaler): Promise<string | null> {
  const { apiVersion = 'v1', kind = '', name } = spec?.scaleTargetRef ?? {}
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const plural = plurals.get(kind) ?? (await findResource(client, apiVersion, kind))?.plural
  return plural === undefined ? null : `${pathOf(base, plural, metadata.namespace, name)}/scale`
}

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '')

const able = (status: string, reason: string, message: string): Condition =>
  condition('AbleToScale', status, reason, message)

const found = able('True', 'SucceededGetScale', "the HPA controller was able to get the target's current scale")

/** The size that a target shall get. */
interface Decision {
  readonly size: number
  /** The reason of the event, if the size changes. */
  readonly reason: string
  readonly statuses?: MetricStatus[]
  readonly conditions: readonly Condition[]
}

async function sync(scaling: Scaling, autoscaler: HorizontalPodAutoscaler): Promise<void> {
  const { loop } = scaling
  const read = await readScale(loop, autoscaler)
  if ('fault' in read) {
    say(loop, autoscaler, 'Warning', 'FailedGetScale', read.fault)
    const message = `the HPA controller was unable to get the target's current scale: ${read.fault}`
    return write(loop, autoscaler, autoscaler.status ?? {}, [able('False', 'FailedGetScale', message)])
  }
  const { path, scale } = read
  const decision = decideByLimits(autoscaler, scale) ?? (await followMetrics(scaling, autoscaler, scale))
  if (decision === null) return
  const isResized = await resize(loop, autoscaler, { path, scale }, decision)
  const by = decision.size - (scale.spec?.replicas ?? 0)
  if (isResized) scaling.recommendations.noteChange(uidOf(autoscaler), { atMs: loop.clock.now(), by })
}

async function readScale(
  loop: Loop,
  autoscaler: HorizontalPodAutoscaler,
): Promise<Scaled | { readonly fault: string }> {
  const path = await scalePath(loop, autoscaler)
  const { apiVersion = '', kind = '' } = autoscaler.spec?.scaleTargetRef ?? {}
  if (path === null) return { fault: `no matches for kind "${kind}" in group "${groupOf(apiVersion)}"` }
  try {
    return { path, scale: await loop.client.get<Scale>(path) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { fault: error.message }
  }
}

/** The size of a target that is empty or outside of its limits needs no metrics. */
function decideByLimits({ spec }: HorizontalPodAutoscaler, scale: Scale): Decision | null {
  const { minReplicas = 1, maxReplicas = Infinity } = spec ?? {}
  const current = scale.spec?.replicas ?? 0
  if (current === 0 && minReplicas !== 0) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    const off = condition('ScalingActive', 'False', 'ScalingDisabled', message)
    return { size: 0, reason: '', conditions: [off] }
  }
  const brought = (size: number, reason: string): Decision => ({ size, reason, conditions: [] })
  if (current > maxReplicas) return brought(maxReplicas, 'Current number of replicas above Spec.MaxReplicas')
  if (current < minReplicas) return brought(minReplicas, 'Current number of replicas below Spec.MinReplicas')
  return null
}

/** Returns the size that the metrics ask for, within the limits; `null` if they cannot be followed, as the status says. */
async function followMetrics(
  { loop, pods, recommendations, selectors }: Scaling,
  autoscaler: HorizontalPodAutoscaler,
  scale: Scale,
): Promise<Decision | null> {
  const current = scale.spec?.replicas ?? 0
  const nowMs = loop.clock.now()
  const proposal = propose(pods, selectors, { autoscaler, scale, nowMs })
  for (const warning of proposal.warnings) say(loop, autoscaler, 'Warning', ...warning)
  if (proposal.size === null) {
    const status = { ...autoscaler.status, currentReplicas: counted(current), currentMetrics: shown(proposal.statuses) }
    await write(loop, autoscaler, status, [found, proposal.condition])
    say(loop, autoscaler, 'Warning', 'FailedComputeMetricsReplicas', proposal.summary)
    return null
  }
  const now = { atMs: nowMs, current }
  const uid = uidOf(autoscaler)
  const stable = recommendations.stabilize(uid, now, proposal.size, windowsOf(autoscaler))
  const limited =
    autoscaler.spec?.behavior === undefined
      ? limit(autoscaler, current, stable)
      : limitByBehavior(autoscaler, recommendations.changes(uid), now, stable)
  return {
    size: limited.size,
    reason: limited.size > current ? `${proposal.name} above target` : 'All metrics below target',
    statuses: proposal.statuses,
    conditions: [
      stability(autoscaler, { stable, wanted: proposal.size, current }),
      proposal.condition,
      limited.condition,
    ],
  }
}

interface Sizes {
  readonly stable: number
  readonly wanted: number
  readonly current: number
}

/** Returns the condition that says whether earlier recommendations held the size back. Without a behavior only higher ones do. */
function stability({ spec }: HorizontalPodAutoscaler, { stable, wanted, current }: Sizes): Condition {
  if (stable === wanted) return able('True', 'ReadyForNewScale', 'recommended size matches current size')
  const [reason, kept, applied] =
    spec?.behavior !== undefined && wanted >= current
      ? ['ScaleUpStabilized', 'lower', 'lowest']
      : ['ScaleDownStabilized', 'higher', 'highest']
  const message = `recent recommendations were ${kept} than current one, applying the ${applied} recent recommendation`
  return able('True', reason, message)
}

const shown = (statuses: MetricStatus[] | undefined): MetricStatus[] | undefined =>
  statuses?.length === 0 ? undefined : statuses

interface Scaled {
  readonly path: string
  readonly scale: Scale
}

/** Writes the size if it changes, and the status. Returns true if the size was changed. */
async function resize(
  loop: Loop,
  autoscaler: HorizontalPodAutoscaler,
  { path, scale }: Scaled,
  { size, reason, statuses, conditions }: Decision,
): Promise<boolean> {
  const currentReplicas = scale.spec?.replicas ?? 0
  const status = {
    ...autoscaler.status,
    currentReplicas: counted(currentReplicas),
    currentMetrics: shown(statuses),
  }
  if (size === currentReplicas) {
    await write(loop, autoscaler, { ...status, desiredReplicas: size }, [found, ...conditions])
    return false
  }
  try {
    await loop.client.update(path, { ...scale, spec: { ...scale.spec, replicas: size } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(loop, autoscaler, 'Warning', 'FailedRescale', `New size: ${size}; reason: ${reason}; error: ${error.message}`)
    const message = `the HPA controller was unable to update the target scale: ${error.message}`
    await write(loop, autoscaler, status, [...conditions, able('False', 'FailedUpdateScale', message)])
    return false
  }
  say(loop, autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${size}; reason: ${reason}`)
  const done = able('True', 'SucceededRescale', `the HPA controller was able to update the target scale to ${size}`)
  const next = { ...status, desiredReplicas: size, lastScaleTime: formatTime(loop.clock.now()) }
  await write(loop, autoscaler, next, [...conditions, done])
  return true
}

const say = (
  { events }: Loop,
  object: HorizontalPodAutoscaler,
  ...[type, reason, message]: readonly ['Normal' | 'Warning', string, string]
): void => events.emit({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', object }, type, reason, message)

/** The server prints the metrics of a status that has none as `null`; these are no news. */
const comparable = (status: HorizontalPodAutoscalerStatus): HorizontalPodAutoscalerStatus => ({
  ...status,
  currentMetrics: status.currentMetrics ?? [],
})

async function write(
  { client, clock }: Loop,
  autoscaler: HorizontalPodAutoscaler,
  status: HorizontalPodAutoscalerStatus,
  changed: readonly Condition[],
): Promise<void> {
  const before = status.conditions ?? []
  const now = formatTime(clock.now())
  // A Map keeps the position of the first entry with a key and the value of the last one.
  const latest = [...new Map(changed.map((each) => [each.type, each])).values()]
  const merged = latest.map((each) => {
    const old = before.find(({ type }) => type === each.type)
    return { ...each, lastTransitionTime: old?.status === each.status ? (old.lastTransitionTime ?? now) : now }
  })
  const kept = before.map((old) => merged.find(({ type }) => type === old.type) ?? old)
  const added = merged.filter(({ type }) => !before.some((old) => old.type === type))
  const next: HorizontalPodAutoscalerStatus = { desiredReplicas: 0, ...status, conditions: [...kept, ...added] }
  if (deepEqual(comparable(autoscaler.status ?? {}), comparable(next))) return
  const { namespace, name } = autoscaler.metadata
  await client.update(`${pathOf(root, 'horizontalpodautoscalers', namespace, name)}/status`, {
    ...autoscaler,
    status: next,
  })
}
