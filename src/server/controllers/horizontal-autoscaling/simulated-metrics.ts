import { matchesLabels } from '#api/selectors/label-selector.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import { formatQuantity, parseQuantity, quantityMilliValue } from '#api/quantity.ts'
import type { MetricSpec, MetricStatus } from '#server/kinds/types/autoscaling-v2.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { isActive, isReady } from '#server/controllers/shared/pods.ts'

/** The size that one metric asks for. */
export interface Measured {
  readonly size: number
  /** Its name in conditions and events. */
  readonly name: string
  readonly status: MetricStatus
}

/** A measured value this close to its target changes nothing. */
const tolerance = 0.1

/** The pods that a Scale selects and that can be measured. */
export const measuredPods = (pods: readonly Pod[], selector: string): readonly Pod[] => {
  const labels = parseLabelSelector(selector)
  return pods.filter((pod) => isActive(pod) && isReady(pod) && matchesLabels(labels, pod.metadata.labels))
}

const milli = (text: string): number => Number(quantityMilliValue(parseQuantity(text)))

/** Returns the usage that a pod declares by an annotation, since nothing runs in it; `null` if it declares none. */
function usageOf({ metadata }: Pod, resource: string): number | null {
  const text = metadata.annotations?.[`sim/${resource}`]
  return text === undefined ? null : milli(text)
}

const requestOf = ({ spec }: Pod, resource: string): number =>
  (spec?.containers ?? []).reduce((sum, { resources }) => sum + milli(resources?.requests?.[resource] ?? '0'), 0)

/** Returns how many pods a metric asks for; `null` if no pod says what it uses, or what it may. [LC97] */
export function measure({ resource }: MetricSpec, pods: readonly Pod[], current: number): Measured | null {
  const { name = '', target } = resource ?? {}
  const used = pods.flatMap((pod) => {
    const usage = usageOf(pod, name)
    return usage === null ? [] : [{ usage, request: requestOf(pod, name) }]
  })
  const usage = used.reduce((sum, each) => sum + each.usage, 0)
  const request = used.reduce((sum, each) => sum + each.request, 0)
  if (used.length === 0) return null
  const average = Math.trunc(usage / used.length)
  const averageValue = formatQuantity({ ...parseQuantity(`${average}m`), format: 'DecimalSI' })
  const sized = (ratio: number): number => (Math.abs(1 - ratio) <= tolerance ? current : Math.ceil(ratio * used.length))
  if (target?.averageUtilization === undefined) {
    const wanted = milli(target?.averageValue ?? '0')
    if (wanted === 0) return null
    const status = { type: 'Resource', resource: { name, current: { averageValue } } }
    return { size: sized(average / wanted), name: `${name} resource`, status }
  }
  if (request === 0) return null
  const averageUtilization = Math.trunc((usage * 100) / request)
  return {
    size: sized(averageUtilization / target.averageUtilization),
    name: `${name} resource utilization (percentage of request)`,
    status: { type: 'Resource', resource: { name, current: { averageUtilization, averageValue } } },
  }
}
