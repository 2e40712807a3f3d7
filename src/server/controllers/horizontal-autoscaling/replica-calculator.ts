import { parseTime } from '#api/time.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import { conditionOf, isReady } from '#server/controllers/shared/pods.ts'
import { MetricError, milli } from './simulated-metrics.ts'

/** A ratio of value to target that differs from 1 by no more than this changes nothing. */
const tolerance = 0.1
export const isClose = (ratio: number): boolean => Math.abs(1 - ratio) <= tolerance

/** The usage of CPU counts after this time, or when the pod is ready; later, if the pod was ready once after its start. */
const initialMs = 5 * 60_000
const firstReadyMs = 30_000

/** The pods of a target, and what is known about them. */
export interface Sample {
  readonly pods: readonly Pod[]
  /** The values in thousandths, by the names of the pods. */
  readonly values: ReadonlyMap<string, number>
  readonly current: number
  readonly nowMs: number
  /** Pods that start are unlike others in their use of CPU. */
  readonly isCpu: boolean
}

/** A measured value against its target. */
interface Ratio {
  readonly ratio: number
  /** The value per pod, and for utilization, the percentage. */
  readonly average: number
  readonly percentage?: number
}

export interface Sized extends Ratio {
  readonly size: number
}

interface Measure {
  readonly ratioOf: (values: ReadonlyMap<string, number>) => Ratio
  /** The value that a pod without one is taken to have when others ask for fewer pods. */
  readonly assumed: (pod: string) => number
}

/** Returns the size for an average value per pod. */
export function sizeByValue(sample: Sample, target: number): Sized {
  return sizeBy(sample, {
    assumed: () => target,
    ratioOf(values) {
      const average = Math.trunc(sum(values.values()) / values.size)
      return { ratio: average / target, average }
    },
  })
}

/** Returns the size for a percentage of what the pods, or their containers of one name, request. */
export function sizeByUtilization(sample: Sample, target: number, resource: string, container: string): Sized {
  const requests = requestsOf(sample.pods, resource, container)
  return sizeBy(sample, {
    assumed: (pod) => Math.trunc(((requests.get(pod) ?? 0) * Math.max(100, target)) / 100),
    ratioOf(values) {
      const used = [...values].filter(([pod]) => requests.has(pod))
      const total = sum(used.map(([, value]) => value))
      const requested = sum(used.map(([pod]) => requests.get(pod) ?? 0))
      if (requested === 0) throw new MetricError('no metrics returned matched known pods')
      const percentage = Math.trunc((total * 100) / requested)
      return { ratio: percentage / target, average: Math.trunc(total / used.length), percentage }
    },
  })
}

/** Returns the size for a value of something else than the pods, which are to bring it to its target together. */
export function sizeByRatio(pods: readonly Pod[], current: number, ratio: number): number {
  if (current === 0) return Math.ceil(ratio)
  if (isClose(ratio)) return current
  requirePods(pods, 'unable to calculate ready pods: ')
  return Math.ceil(ratio * pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod)).length)
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, each) => total + each, 0)

function requirePods(pods: readonly Pod[], prefix = ''): void {
  if (pods.length === 0) throw new MetricError(`${prefix}no pods returned by selector while calculating replica count`)
}

/** Pods whose value is unknown, or does not count yet, are assumed to do what changes least. */
function sizeBy(sample: Sample, measure: Measure): Sized {
  requirePods(sample.pods)
  const grouped = groupPods(sample)
  const { values, unready, missing } = grouped
  if (values.size === 0) throw new MetricError('did not receive metrics for targeted pods (pods might be unready)')
  const first = measure.ratioOf(values)
  const isSure = missing.length === 0 && (unready.length === 0 || first.ratio <= 1)
  if (!isSure) return { ...first, size: sizeBySuppositions(sample.current, { grouped, measure, first }) }
  return { ...first, size: isClose(first.ratio) ? sample.current : Math.ceil(first.ratio * values.size) }
}

interface Suppositions {
  readonly grouped: Grouped
  readonly measure: Measure
  readonly first: Ratio
}

/** If the assumed values would reverse the direction of scaling, the size is kept. */
function sizeBySuppositions(current: number, { grouped, measure, first }: Suppositions): number {
  const supposed = new Map(grouped.values)
  if (first.ratio < 1) for (const pod of grouped.missing) supposed.set(pod, measure.assumed(pod))
  if (first.ratio > 1) for (const pod of [...grouped.missing, ...grouped.unready]) supposed.set(pod, 0)
  const { ratio } = measure.ratioOf(supposed)
  const size = Math.ceil(ratio * supposed.size)
  const isReversed = (first.ratio - 1) * (ratio - 1) < 0
  const isContrary = (size - current) * (ratio - 1) < 0
  return isClose(ratio) || isReversed || isContrary ? current : size
}

interface Grouped {
  /** The values of pods that count. */
  readonly values: ReadonlyMap<string, number>
  readonly unready: readonly string[]
  readonly missing: readonly string[]
}

function groupPods({ pods, values: all, isCpu, nowMs }: Sample): Grouped {
  const values = new Map<string, number>()
  const unready: string[] = []
  const missing: string[] = []
  for (const pod of pods) {
    const name = nameOf(pod)
    const value = all.get(name)
    const phase = pod.status?.phase
    if (pod.metadata.deletionTimestamp !== undefined || phase === 'Failed') continue
    if (phase === 'Pending') unready.push(name)
    else if (value === undefined) missing.push(name)
    else if (isCpu && isStarting(pod, nowMs)) unready.push(name)
    else values.set(name, value)
  }
  return { values, unready, missing }
}

function isStarting(pod: Pod, nowMs: number): boolean {
  const ready = conditionOf(pod, 'Ready')
  const start = pod.status?.startTime
  if (ready === undefined || start === undefined) return true
  if (ready.status !== 'False') return false
  const startMs = parseTime(start)
  return startMs + initialMs > nowMs || startMs + firstReadyMs > parseTime(ready.lastTransitionTime ?? start)
}

function requestsOf(pods: readonly Pod[], resource: string, container: string): ReadonlyMap<string, number> {
  return new Map(
    pods.map((pod) => {
      const counted = (pod.spec?.containers ?? []).filter(({ name }) => container === '' || container === name)
      const requests = counted.map(({ name = '', resources }) => {
        const request = resources?.requests?.[resource]
        if (request === undefined)
          throw new MetricError(`missing request for ${resource} in container ${name} of Pod ${nameOf(pod)}`)
        return milli(request)
      })
      return [nameOf(pod), sum(requests)]
    }),
  )
}
