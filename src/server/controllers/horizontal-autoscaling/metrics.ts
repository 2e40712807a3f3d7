import type { ApiObject } from '#api/object-meta.ts'
import { formatQuantity, parseQuantity } from '#api/quantity.ts'
import type { MetricIdentifier, MetricSpec, MetricStatus, MetricTarget } from '#server/kinds/types/autoscaling-v2.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { isClose, type Sample, sizeByRatio, sizeByUtilization, sizeByValue, type Sized } from './replica-calculator.ts'
import { structureText } from './selector-text.ts'
import {
  declaredValue,
  declaredValues,
  MetricError,
  milli,
  noExternalMetric,
  noObjectMetric,
  noPodsMetric,
  noResourceMetric,
} from './simulated-metrics.ts'

/** An autoscaler's target, and what its metrics are measured by. */
interface Target {
  readonly autoscaler: ApiObject
  readonly pods: readonly Pod[]
  /** The size that is wanted now, and the size that there is. */
  readonly wanted: number
  readonly present: number
  readonly nowMs: number
}

/** The size that one metric asks for. */
export interface Measured {
  readonly size: number
  /** Its name in conditions and events. */
  readonly name: string
  readonly status: MetricStatus
}

/** The metric cannot be measured. */
export interface Failed {
  /** The reason of the event and of the condition. */
  readonly reason: string
  readonly message: string
  /** Its part of the summary of all metrics. */
  readonly summary: string
}

/** Measures one metric of an autoscaler. [LC97] [LC113] */
export function measure(spec: MetricSpec, target: Target): Measured | Failed {
  const source = sources.get(spec.type ?? '')
  if (source === undefined) {
    const message = `unknown metric source type "${spec.type ?? ''}"`
    return { reason: 'InvalidMetricSourceType', message, summary: message }
  }
  try {
    return source.measure(spec, target)
  } catch (error) {
    if (!(error instanceof MetricError)) throw error
    return { reason: source.reason, message: error.message, summary: source.summarize(spec, error.message) }
  }
}

interface Source {
  readonly reason: string
  readonly measure: (spec: MetricSpec, target: Target) => Measured
  readonly summarize: (spec: MetricSpec, message: string) => string
}

const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  [
    'Resource',
    {
      reason: 'FailedGetResourceMetric',
      measure({ resource }, target) {
        const { name = '', target: wanted } = resource ?? {}
        const { current, ...sized } = byUsage(target, { resource: name, container: '', wanted })
        return { ...sized, status: { type: 'Resource', resource: { name, current } } }
      },
      summarize: ({ resource }, message) => `failed to get ${resource?.name ?? ''} resource metric value: ${message}`,
    },
  ],
  [
    'ContainerResource',
    {
      reason: 'FailedGetContainerResourceMetric',
      measure({ containerResource }, target) {
        const { name = '', container = '', target: wanted } = containerResource ?? {}
        const { current, ...sized } = byUsage(target, { resource: name, container, wanted })
        return { ...sized, status: { type: 'ContainerResource', containerResource: { name, container, current } } }
      },
      summarize: ({ containerResource }, message) =>
        `failed to get ${containerResource?.container ?? ''} container metric value: ${message}`,
    },
  ],
  [
    'Pods',
    {
      reason: 'FailedGetPodsMetric',
      measure({ pods }, target) {
        const { metric = {}, target: wanted } = pods ?? {}
        const { name = '' } = metric
        const values = declaredValues(target.pods, name)
        if (values.size === 0) throw noPodsMetric(name)
        const { size, average } = sizeByValue(sampleOf(target, values), milli(wanted?.averageValue ?? '0'))
        const status = { type: 'Pods', pods: { metric: { ...metric }, current: { averageValue: quantity(average) } } }
        return { size, name: `pods metric ${name}`, status }
      },
      summarize: (_spec, message) => `failed to get pods metric value: ${message}`,
    },
  ],
  [
    'Object',
    {
      reason: 'FailedGetObjectMetric',
      measure({ object }, target) {
        const { metric = {}, describedObject = {}, target: wanted } = object ?? {}
        const { name: metricName = '' } = metric
        const { kind = '', name = '' } = describedObject
        const value = declaredValue(target.autoscaler, metricName)
        if (value === null) throw noObjectMetric(metricName, kind, target.autoscaler.metadata.namespace ?? '', name)
        const sized = byValue(target, wanted, value, 'object')
        const ofAll = `${kind} metric ${metricName}`
        const status = { metric: { ...metric }, describedObject: { ...describedObject }, current: sized.current }
        return {
          size: sized.size,
          name: sized.isAverage ? externalName(metric) : ofAll,
          status: { type: 'Object', object: status },
        }
      },
      summarize: ({ object }, message) => {
        const inner = isAverage(object?.target) ? `failed to get ${object?.metric?.name ?? ''} object metric: ` : ''
        return `failed to get object metric value: ${inner}${message}`
      },
    },
  ],
  [
    'External',
    {
      reason: 'FailedGetExternalMetric',
      measure({ external }, target) {
        const { metric = {}, target: wanted } = external ?? {}
        const { name = '', selector } = metric
        const { autoscaler } = target
        const value = declaredValue(autoscaler, name)
        if (value === null) throw noExternalMetric(name, autoscaler.metadata.namespace ?? '', structureText(selector))
        const { size, current } = byValue(target, wanted, value, 'external')
        return {
          size,
          name: externalName(metric),
          status: { type: 'External', external: { metric: { ...metric }, current } },
        }
      },
      summarize({ external }, message) {
        const name = external?.metric?.name ?? ''
        const inner = isAverage(external?.target)
          ? `failed to get ${name} external metric`
          : `failed to get external metric ${name}`
        return `failed to get ${name} external metric value: ${inner}: ${message}`
      },
    },
  ],
])

const isAverage = (target: MetricTarget | undefined): boolean => target?.averageValue !== undefined

const quantity = (thousandths: number): string =>
  formatQuantity({ ...parseQuantity(`${thousandths}m`), format: 'DecimalSI' })

const externalName = ({ name = '', selector }: MetricIdentifier): string =>
  `external metric ${name}(${structureText(selector)})`

const sampleOf = ({ pods, wanted, nowMs }: Target, values: ReadonlyMap<string, number>): Sample => ({
  pods,
  values,
  current: wanted,
  nowMs,
  isCpu: false,
})

interface Usage {
  readonly resource: string
  /** The container that is meant; `''` for the pods as a whole. */
  readonly container: string
  readonly wanted: MetricTarget | undefined
}

type SizedByUsage = Pick<Measured, 'size' | 'name'> & { readonly current: MetricTarget }

/** The size for what pods, or one container of each, use of a resource. */
function byUsage(target: Target, { resource, container, wanted }: Usage): SizedByUsage {
  const values = declaredValues(target.pods, container === '' ? resource : `${container}.${resource}`)
  const sample = { ...sampleOf(target, values), isCpu: resource === 'cpu' }
  const sized = (what: string, size: () => Sized): Sized => {
    try {
      if (values.size === 0) throw noResourceMetric(resource)
      return size()
    } catch (error) {
      throw error instanceof MetricError
        ? new MetricError(`failed to get ${resource} ${what}: ${error.message}`)
        : error
    }
  }
  if (wanted?.averageValue !== undefined) {
    const { size, average } = sized('usage', () => sizeByValue(sample, milli(wanted.averageValue ?? '0')))
    return { size, name: `${resource} resource`, current: { averageValue: quantity(average) } }
  }
  const { averageUtilization } = wanted ?? {}
  if (averageUtilization === undefined)
    throw new MetricError(
      'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set',
    )
  const found = sized('utilization', () => sizeByUtilization(sample, averageUtilization, resource, container))
  return {
    size: found.size,
    name: `${resource} resource utilization (percentage of request)`,
    current: { averageUtilization: found.percentage, averageValue: quantity(found.average) },
  }
}

interface SizedByValue {
  readonly size: number
  readonly isAverage: boolean
  readonly current: MetricTarget
}

/** The size for a value that the pods do not have themselves: as a whole, or shared by all pods. */
function byValue(
  { pods, wanted: current, present }: Target,
  wanted: MetricTarget | undefined,
  value: number,
  kind: string,
): SizedByValue {
  if (wanted?.averageValue !== undefined) {
    const each = milli(wanted.averageValue)
    const size = isClose(value / (each * present)) ? present : Math.ceil(value / each)
    const averageValue = quantity(present === 0 ? value : Math.ceil(value / present))
    return { size, isAverage: true, current: { averageValue } }
  }
  if (wanted?.value === undefined)
    throw new MetricError(`invalid ${kind} metric source: neither a value target nor an average value target was set`)
  const size = sizeByRatio(pods, current, value / milli(wanted.value))
  return { size, isAverage: false, current: { value: quantity(value) } }
}
