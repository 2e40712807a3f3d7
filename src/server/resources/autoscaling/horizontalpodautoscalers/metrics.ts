import {
  child,
  type FieldError,
  type FieldPath,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { pathSegmentName } from '#api/names.ts'
import { amountSign } from '#server/resources/parts/validation/amounts.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
} from '#server/kinds/types/autoscaling-v2.ts'
import { validateReference } from './object-reference.ts'

const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']

/** Source fields of a metric, in the order of validation. */
const sources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
type Source = (typeof sources)[number]
const sourceOf: ReadonlyMap<string, Source> = new Map([
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
])

/** Validates the metrics of an autoscaler. [HPA2] */
export function validateMetrics(
  metrics: readonly MetricSpec[],
  path: FieldPath,
  minReplicas: number | undefined,
): readonly FieldError[] {
  const errors = metrics.flatMap((metric, at) => [...validateMetric(metric, index(path, at))])
  const outside = metrics.some(({ type }) => type === 'Object' || type === 'External')
  if (minReplicas !== 0 || outside) return errors
  const why = 'must specify at least one Object or External metric to support scaling to zero replicas'
  return [...errors, forbidden(path, why)]
}

function validateMetric(metric: MetricSpec, path: FieldPath): readonly FieldError[] {
  const type = metric.type ?? ''
  const given = sources.filter((source) => metric[source])
  const [first] = given
  const expected = sourceOf.get(type)
  const errors: FieldError[] = type === '' ? [required(child(path, 'type'), 'must specify a metric source type')] : []
  if (expected === undefined) errors.push(notSupported(child(path, 'type'), type, types))
  if (first !== undefined) errors.push(...validateSource(metric, first, child(path, first)))
  // The reference reports this error twice.
  if (expected === undefined) errors.push(notSupported(child(path, 'type'), type, types))
  else if (!metric[expected]) {
    errors.push(required(child(path, expected), 'must populate information for the given metric source'))
  }
  if (given.length === 1) return errors
  const others = given.filter((source) => source !== expected).toSorted()
  const why = 'must populate the given metric source only'
  return [...errors, ...others.map((source) => forbidden(child(path, source), why))]
}

function validateSource(metric: MetricSpec, source: Source, path: FieldPath): readonly FieldError[] {
  const { object = {}, external = {}, pods = {}, resource = {}, containerResource = {} } = metric
  switch (source) {
    case 'object':
      return validateObject(object, path)
    case 'external':
      return validateExternal(external, path)
    case 'pods':
      return validatePods(pods, path)
    case 'resource':
      return validateResource(resource, path)
    case 'containerResource':
      return validateResource(containerResource, path, containerResource.container ?? '')
  }
}

const validateObject = (source: ObjectMetricSource, path: FieldPath): readonly FieldError[] => [
  ...validateReference(source.describedObject ?? {}, child(path, 'describedObject'), 'version'),
  ...validateIdentifier(source.metric ?? {}, child(path, 'metric')),
  ...validateTarget(source.target ?? {}, child(path, 'target')),
  ...eitherValue(source.target ?? {}, path, 'must set either a target value or averageValue'),
]

function validateExternal({ metric = {}, target = {} }: ExternalMetricSource, path: FieldPath): readonly FieldError[] {
  const errors = [
    ...validateIdentifier(metric, child(path, 'metric')),
    ...validateTarget(target, child(path, 'target')),
    ...eitherValue(target, path, 'must set either a target value for metric or a per-pod target'),
  ]
  if (target.value === undefined || target.averageValue === undefined) return errors
  const why = 'may not set both a target value for metric and a per-pod target'
  return [...errors, forbidden(child(path, 'target', 'value'), why)]
}

const eitherValue = ({ value, averageValue }: MetricTarget, path: FieldPath, why: string): readonly FieldError[] =>
  value === undefined && averageValue === undefined ? [required(child(path, 'target', 'averageValue'), why)] : []

const validatePods = ({ metric = {}, target = {} }: PodsMetricSource, path: FieldPath): readonly FieldError[] => [
  ...validateIdentifier(metric, child(path, 'metric')),
  ...validateTarget(target, child(path, 'target')),
  ...(target.averageValue !== undefined
    ? []
    : [required(child(path, 'target', 'averageValue'), 'must specify a positive target averageValue')]),
]

function validateResource(
  { name = '', target = {} }: Pick<ContainerResourceMetricSource, 'name' | 'target'>,
  path: FieldPath,
  container?: string,
): readonly FieldError[] {
  const errors: FieldError[] = name === '' ? [required(child(path, 'name'), 'must specify a resource name')] : []
  if (container === '') errors.push(required(child(path, 'container'), 'must specify a container'))
  errors.push(...validateTarget(target, child(path, 'target')))
  const { averageUtilization: share, averageValue: value } = target
  if (share === undefined && value === undefined) {
    const why = 'must set either a target raw value or a target utilization'
    errors.push(required(child(path, 'target', 'averageUtilization'), why))
  }
  if (share !== undefined && value !== undefined) {
    const why = 'may not set both a target raw value and a target utilization'
    errors.push(forbidden(child(path, 'target', 'averageValue'), why))
  }
  return errors
}

function validateTarget(target: MetricTarget, path: FieldPath): readonly FieldError[] {
  const type = target.type ?? ''
  const errors: FieldError[] = type === '' ? [required(child(path, 'type'), 'must specify a metric target type')] : []
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalid(child(path, 'type'), type, 'must be either Utilization, Value, or AverageValue'))
  }
  for (const field of ['value', 'averageValue'] as const) {
    const amount = target[field]
    if (amount === undefined || amountSign(amount) > 0) continue
    errors.push(invalid(child(path, field), amount, 'must be positive'))
  }
  const share = target.averageUtilization
  if (share !== undefined && share < 1) {
    errors.push(invalid(child(path, 'averageUtilization'), share, 'must be greater than 0'))
  }
  return errors
}

const validateIdentifier = ({ name = '' }: MetricIdentifier, path: FieldPath): readonly FieldError[] =>
  name === ''
    ? [required(child(path, 'name'), 'must specify a metric name')]
    : checkText(name, child(path, 'name'), pathSegmentName)
