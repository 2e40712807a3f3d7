import { SelectorError } from '#api/selectors/selector-error.ts'
import { type LabelSelector, formatLabelSelector, matchesLabels } from '#api/selectors/label-selector.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import type { Scale } from '#server/kinds/types/autoscaling-v1.ts'
import type { HorizontalPodAutoscaler, MetricStatus } from '#server/kinds/types/autoscaling-v2.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { namespaceOf } from '#server/controllers/shared/fields.ts'
import type { Informer } from '#server/controllers/shared/informers.ts'
import { keyOf } from '#server/controllers/shared/owners.ts'
import { type Failed, measure, type Measured } from './metrics.ts'
import { type Condition, condition } from './recommendations.ts'

/** A warning about an autoscaler: reason and message. */
type Warning = readonly [string, string]

/** The size that an autoscaler's metrics ask for. */
interface Proposal {
  /** `null` if nothing is to be done: no metric can be measured, or fewer pods are wanted while one cannot. */
  readonly size: number | null
  /** The metric that asks for it. */
  readonly name: string
  readonly statuses: MetricStatus[]
  readonly condition: Condition
  readonly warnings: readonly Warning[]
  /** The event that is told last if there is no size. */
  readonly summary: string
}

/** The selectors of all autoscalers' targets, because no two may scale the same pods. */
export type Selectors = Map<string, LabelSelector>

interface Question {
  readonly autoscaler: HorizontalPodAutoscaler
  readonly scale: Scale
  readonly nowMs: number
}

/** Computes the size that the metrics of an autoscaler ask for; the greatest counts. [LC97] [LC113] */
export function propose(pods: Informer<Pod>, selectors: Selectors, { autoscaler, scale, nowMs }: Question): Proposal {
  const { spec, status } = scale
  const chosen = choosePods(pods, selectors, autoscaler, status?.selector ?? '')
  if ('fault' in chosen) return refused(chosen)
  const wanted = spec?.replicas ?? 0
  const target = { autoscaler, pods: chosen.pods, wanted, present: status?.replicas ?? 0, nowMs }
  return combine(
    (autoscaler.spec?.metrics ?? []).map((each) => measure(each, target)),
    wanted,
  )
}

function combine(results: readonly (Measured | Failed)[], wanted: number): Proposal {
  const statuses = results.map((each) => ('status' in each ? each.status : { type: '' }))
  const failed = results.filter((each): each is Failed => 'reason' in each)
  const measured = results.filter((each): each is Measured => 'status' in each)
  // The sort is stable: of metrics with equal sizes, the first one is named.
  const [greatest] = measured.toSorted((a, b) => b.size - a.size)
  const warnings = failed.map(({ reason, message }): Warning => [reason, message])
  if (greatest === undefined || (failed.length > 0 && greatest.size < wanted)) {
    const { reason, message, summary } = failed[0] ?? nothing
    return {
      size: null,
      name: '',
      statuses,
      condition: inactive(reason, `the HPA was unable to compute the replica count: ${message}`),
      warnings,
      summary: `invalid metrics (${failed.length} invalid out of ${results.length}), first error is: ${summary}`,
    }
  }
  const { size, name } = greatest
  const text = `the HPA was able to successfully calculate a replica count from ${name}`
  const active = condition('ScalingActive', 'True', 'ValidMetricFound', text)
  return { size, name, statuses, condition: active, warnings, summary: '' }
}

const nothing: Failed = { reason: '', message: '', summary: '' }

const inactive = (reason: string, message: string): Condition => condition('ScalingActive', 'False', reason, message)

interface SelectorFault {
  readonly fault: string
  readonly reason: string
  /** The reason and the message of the condition, where they are others. */
  readonly told?: Warning
}

const refused = ({ fault, reason, told = [reason, fault] }: SelectorFault): Proposal => ({
  size: null,
  name: '',
  statuses: [],
  condition: inactive(...told),
  warnings: [[reason, fault]],
  summary: fault,
})

/** Returns the pods of a target, unless its selector is missing or another autoscaler scales some of them. */
function choosePods(
  pods: Informer<Pod>,
  selectors: Selectors,
  autoscaler: HorizontalPodAutoscaler,
  text: string,
): { readonly pods: readonly Pod[] } | SelectorFault {
  if (text === '') {
    const told: Warning = ['InvalidSelector', "the HPA target's scale is missing a selector"]
    return { fault: 'selector is required', reason: 'SelectorRequired', told }
  }
  const selector = parse(text)
  if (typeof selector === 'string') return { fault: selector, reason: 'InvalidSelector' }
  selectors.set(keyOf(autoscaler), selector)
  const namespace = namespaceOf(autoscaler)
  const chosen = pods.inNamespace(namespace).filter(({ metadata }) => matchesLabels(selector, metadata.labels))
  const rivals = [...selectors].filter(([key]) => key.startsWith(`${namespace}/`))
  for (const { metadata } of rivals.length < 2 ? [] : chosen) {
    const names = rivals.filter(([, each]) => matchesLabels(each, metadata.labels)).map(([key]) => key)
    if (names.length < 2) continue
    const fault = `pods by selector ${formatLabelSelector(selector)} are controlled by multiple HPAs: [${names.join(' ')}]`
    return { fault, reason: 'AmbiguousSelector' }
  }
  return { pods: chosen }
}

function parse(text: string): LabelSelector | string {
  try {
    return parseLabelSelector(text)
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    return `couldn't convert selector into a corresponding internal selector object: ${error.message}`
  }
}
