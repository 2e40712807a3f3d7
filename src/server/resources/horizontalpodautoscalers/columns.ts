import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '../table-columns.ts'
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../types/autoscaling-v2.ts'

const shownMax = 2
const unknown = '<unknown>'

/** Present and wanted values of the first metrics. [HPA5] */
function targets({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? []
  if (metrics.length === 0) return '<none>'
  const texts = metrics.map((metric, at) => metricText(metric, status?.currentMetrics?.[at]))
  const shown = texts.slice(0, shownMax).join(', ')
  return texts.length > shownMax ? `${shown} + ${texts.length - shownMax} more...` : shown
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current)
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current)
    case 'Pods':
      return `${status?.pods?.current?.averageValue ?? unknown}/${metric.pods?.target?.averageValue ?? ''}`
    case 'Resource':
      return resourceText(metric.resource, status?.resource?.current)
    case 'ContainerResource':
      return resourceText(metric.containerResource, status?.containerResource?.current)
    default:
      return '<unknown type>'
  }
}

const valueText = (target: MetricTarget = {}, current: MetricValueStatus = {}): string =>
  target.averageValue === undefined
    ? `${current.value ?? unknown}/${target.value ?? ''}`
    : `${current.averageValue ?? unknown}/${target.averageValue} (avg)`

interface ResourceSource {
  readonly name?: string | undefined
  readonly target?: MetricTarget | undefined
}

function resourceText({ name = '', target = {} }: ResourceSource = {}, current: MetricValueStatus = {}): string {
  if (target.averageValue !== undefined) return `${name}: ${current.averageValue ?? unknown}/${target.averageValue}`
  const share = (value: number | undefined, none: string): string => (value === undefined ? none : `${value}%`)
  return `${name}: ${share(current.averageUtilization, unknown)}/${share(target.averageUtilization, '<auto>')}`
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<HorizontalPodAutoscaler>('Reference', 'What is scaled.', ({ spec }) => {
    const { kind = '', name = '' } = spec?.scaleTargetRef ?? {}
    return `${kind}/${name}`
  }),
  kindColumn<HorizontalPodAutoscaler>('Targets', 'Measured and wanted values.', targets),
  kindColumn<HorizontalPodAutoscaler>('MinPods', 'Fewest pods.', ({ spec }) => String(spec?.minReplicas ?? '<unset>')),
  kindColumn<HorizontalPodAutoscaler>('MaxPods', 'Most pods.', ({ spec }) => spec?.maxReplicas ?? 0),
  kindColumn<HorizontalPodAutoscaler>('Replicas', 'Pods there.', ({ status }) => status?.currentReplicas ?? 0),
  ageColumn,
]
