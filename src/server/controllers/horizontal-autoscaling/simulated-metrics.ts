import type { ApiObject } from '#api/object-meta.ts'
import { parseQuantity, QuantityError, quantityMilliValue } from '#api/quantity.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'

/** A metric cannot be read; the message is the original's. */
export class MetricError extends Error {}

export const milli = (text: string): number => Number(quantityMilliValue(parseQuantity(text)))

/** Returns what an object declares by an annotation, in thousandths, since nothing runs here; `null` if it declares nothing. */
export function declaredValue({ metadata }: ApiObject, metric: string): number | null {
  const text = metadata.annotations?.[`sim/${metric}`]
  if (text === undefined) return null
  try {
    return milli(text)
  } catch (error) {
    if (error instanceof QuantityError) return null
    throw error
  }
}

/** The declared values of a metric, by the names of the pods. */
export const declaredValues = (pods: readonly Pod[], metric: string): Map<string, number> =>
  new Map(
    pods.flatMap((pod) => {
      const value = declaredValue(pod, metric)
      return value === null ? [] : [[nameOf(pod), value] as const]
    }),
  )

/** The original's words for an absent API of metrics: there is none if nobody declares a metric. */
const noResourceApi =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.orch.io)'
const noCustomApi =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.orch.io) registered'

export const noResourceMetric = (resource: string): MetricError =>
  new MetricError(`unable to get metrics for resource ${resource}: ${noResourceApi}`)

export const noPodsMetric = (metric: string): MetricError =>
  new MetricError(`unable to get metric ${metric}: ${noCustomApi}`)

/** The original fills its text in the wrong order. */
export const noObjectMetric = (metric: string, kind: string, namespace: string, name: string): MetricError =>
  new MetricError(`unable to get metric ${metric}: ${kind} on ${namespace} ${name}/${noCustomApi}`)

export const noExternalMetric = (metric: string, namespace: string, selector: string): MetricError =>
  new MetricError(
    `unable to get external metric ${namespace}/${metric}/${selector}: unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${metric}.external.metrics.orch.io)`,
  )
