import type { Json, JsonObject } from '#api/json.ts'
import { fieldAt, matches, type Wanted } from '#api/stage-match.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { conditionOf } from '#server/controllers/shared/pods.ts'
import { fnv32a } from '#server/controllers/shared/template-hash.ts'
import { type Judge, resizeState, type ResizeStep } from './resize.ts'

/** A step in the life of a pod on a simulated node. */
export interface Stage {
  readonly name: string
  readonly match: ReadonlyMap<string, Wanted>
  /** A number of milliseconds, which an annotation may replace; or the seconds that begin an annotation. */
  readonly delay: {
    readonly ms: number
    readonly annotation: string
    readonly seconds: string
    readonly doubles: boolean
  }
  /** The chance of a stage among those that match and have one; `null` if it is not left to chance. */
  readonly weight: number | null
  readonly next: Effect
}

export interface Effect {
  readonly phase?: string
  readonly ready?: boolean
  /** The reason of the conditions while the pod is not ready. */
  readonly reason?: string
  readonly ip?: boolean
  readonly restart?: boolean
  readonly delete?: boolean
  /** Containers report the resources that they have, so that the pod can be resized. */
  readonly resources?: boolean
  readonly resize?: ResizeStep
  /** The state of all containers; `exitCode: outcome` is the one that the annotation names. */
  readonly container?: JsonObject
}

/** The exit of a pod's containers that its annotations ask for. */
export interface Outcome {
  readonly afterMs: number
  readonly exitCode: number
}

/** `sim/exit: "2:1"` ends a pod after two seconds with code 1; with `sim/fail-indexes`, only pods of these indexes fail. */
export function outcomeOf({ metadata }: Pod): Outcome | null {
  const annotations = metadata.annotations ?? {}
  const isChosen = ['sim/run-indexes', 'sim/fail-indexes'].some((name) => annotations[name] !== undefined)
  const text = annotations['sim/exit'] ?? (isChosen ? '1:0' : undefined)
  if (text === undefined) return null
  const [seconds = '', code = '0'] = text.split(':')
  const index = annotations['batch.orch.io/job-completion-index']
  const listed = (name: string): boolean | null =>
    annotations[name] === undefined || index === undefined ? null : annotations[name].split(',').includes(index)
  if (listed('sim/run-indexes') === false) return null
  const fails = listed('sim/fail-indexes')
  const exitCode = fails === null ? Number(code) : fails ? Number(code) || 1 : 0
  return { afterMs: Number(seconds) * 1000, exitCode: listed('sim/run-indexes') === true ? 0 : exitCode }
}

/** Returns the outcome of a pod, as stages name it. */
function resultOf(pod: Pod): string | undefined {
  const outcome = outcomeOf(pod)
  if (outcome === null) return undefined
  return outcome.exitCode === 0 ? 'success' : 'failure'
}

const hasBadImage = ({ spec }: Pod): boolean =>
  (spec?.containers ?? []).some(({ image = '' }) => image.startsWith('bad'))

const restartsOf = ({ status }: Pod): number => status?.containerStatuses?.[0]?.restartCount ?? 0

/** Derived properties of a pod that stages can match in addition to its fields. */
const factsOf = (pod: Pod, judge: Judge): ReadonlyMap<string, string | undefined> =>
  new Map([
    ['pod.wish', pod.metadata.annotations?.['sim/ready'] === 'false' ? 'unready' : 'ready'],
    ['pod.ready', conditionOf(pod, 'Ready')?.status],
    ['pod.image', hasBadImage(pod) ? 'bad' : 'good'],
    ['pod.waiting', pod.status?.containerStatuses?.[0]?.state?.waiting?.reason],
    ['pod.restarts', String(restartsOf(pod))],
    ['pod.outcome', resultOf(pod)],
    ['pod.owner', pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.kind],
    ['pod.resize', resizeState(pod, judge)],
  ])

/** Returns the stage that comes next for a pod; undefined if it remains as it is. `judge` is that of its node. [LC81] */
export function nextStage(stages: readonly Stage[], pod: Pod, judge: Judge): Stage | undefined {
  const facts = factsOf(pod, judge)
  const valueOf = (path: string): Json | undefined => (facts.has(path) ? facts.get(path) : fieldAt(pod as Json, path))
  const isPossible = ({ match }: Stage): boolean => matches(match, valueOf)
  const first = stages.find(isPossible)
  if (first === undefined || first.weight === null) return first
  return (
    weighed(
      stages.filter((each) => (each.weight ?? 0) > 0 && isPossible(each)),
      pod,
    ) ?? first
  )
}

/** Chooses by a hash of the pod and its version: by chance, but the same as long as nothing changes. */
function weighed(stages: readonly Stage[], { metadata }: Pod): Stage | undefined {
  const total = stages.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
  // The version comes first: the last bytes of a text hardly change the upper bits of its hash.
  let left = (fnv32a(`${metadata.resourceVersion ?? ''} ${metadata.uid ?? ''}`) / 2 ** 32) * total
  return stages.find(({ weight }) => (left -= weight ?? 0) < 0) ?? stages.at(-1)
}

const backOffMsMax = 300_000

/** The time that a pod waits for a stage. */
export function delayOf({ delay }: Stage, pod: Pod): number {
  if (delay.seconds !== '') return outcomeOf(pod)?.afterMs ?? delay.ms
  if (delay.doubles) return Math.min(backOffMsMax, delay.ms * 2 ** restartsOf(pod))
  const text = pod.metadata.annotations?.[delay.annotation]
  const ms = text === undefined ? delay.ms : Number(text)
  return Number.isFinite(ms) && ms >= 0 ? ms : delay.ms
}
