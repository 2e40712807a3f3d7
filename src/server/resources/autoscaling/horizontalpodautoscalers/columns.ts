import { own } from '#api/json.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '#server/kinds/types/autoscaling-v2.ts'

const shownMax = 2
const unknown = '<unknown>'

/** Formats current and target values of the first metrics. [HPA5] */
function targets({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? []
  if (metrics.length === 0) return '<none>'
  const texts = metrics.map((metric, at) => metricText(metric, status?.currentMetrics?.[at]))
  const shown = texts.slice(0, shownMax).join(', ')
  return texts.length > shownMax ? `${shown} + ${texts.length - shownMax} more...` : shown
}

const metricTexts: Readonly<Record<string, (metric: MetricSpec, status: MetricStatus) => string>> = {
  External: ({ external }, status) => valueText(external?.target, status.external?.current),
  Object: ({ object }, status) => valueText(object?.target, status.object?.current),
  Pods: ({ pods }, status) => podsText(pods?.target, status.pods?.current),
  Resource: ({ resource }, status) => resourceText(resource, status.resource?.current),
  ContainerResource: ({ containerResource }, status) =>
    resourceText(containerResource, status.containerResource?.current),
}

const metricText = (metric: MetricSpec, status: MetricStatus = {}): string =>
  own(metricTexts, metric.type ?? '')?.(metric, status) ?? '<unknown type>'

const podsText = (target: MetricTarget = {}, current: MetricValueStatus = {}): string =>
  `${current.averageValue ?? unknown}/${target.averageValue ?? ''}`

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
  kindColumn<HorizontalPodAutoscaler>('Reference', 'The scaled object.', ({ spec }) => {
    const { kind = '', name = '' } = spec?.scaleTargetRef ?? {}
    return `${kind}/${name}`
  }),
  kindColumn<HorizontalPodAutoscaler>('Targets', 'The measured and the target values.', targets),
  kindColumn<HorizontalPodAutoscaler>('MinPods', 'The minimum number of pods.', ({ spec }) =>
    String(spec?.minReplicas ?? '<unset>'),
  ),
  kindColumn<HorizontalPodAutoscaler>('MaxPods', 'The maximum number of pods.', ({ spec }) => spec?.maxReplicas ?? 0),
  kindColumn<HorizontalPodAutoscaler>(
    'Replicas',
    'The current number of pods.',
    ({ status }) => status?.currentReplicas ?? 0,
  ),
  ageColumn,
]
