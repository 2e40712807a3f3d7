import { amountSign, compareAmounts } from '#server/resources/parts/validation/amounts.ts'
import type { Container, PodSpec, ResourceRequirements } from '#server/kinds/types/core-v1.ts'

const compute = ['cpu', 'memory'] as const

/** Computes the QoS class of a pod from the resources of its containers. [POD6] */
export function qualityOfService(spec: PodSpec): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const containers: readonly Container[] = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  const asks = spec.resources ? [spec.resources] : containers.map(({ resources }) => resources ?? {})
  if (asks.every(hasNoResources)) return 'BestEffort'
  return asks.every(isGuaranteed) ? 'Guaranteed' : 'Burstable'
}

const positive = (amounts: ResourceRequirements['limits'], name: string): string | null => {
  const amount = amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined
  return amount === undefined || amountSign(amount) <= 0 ? null : amount
}

const hasNoResources = ({ limits, requests }: ResourceRequirements): boolean =>
  compute.every((name) => positive(limits, name) === null && positive(requests, name) === null)

/** Reports whether both limits are set and equal to the requests. */
const isGuaranteed = ({ limits, requests }: ResourceRequirements): boolean =>
  compute.every((name) => {
    const limit = positive(limits, name)
    const request = positive(requests, name)
    return limit !== null && (request === null || compareAmounts(limit, request) === 0)
  })
