import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import {
  type Amounts,
  type Usage,
  largestOf,
  sumOf,
  toUsage,
} from '#server/admission/plugins/parts/limit-constraints.ts'
import { podSpec } from '#server/admission/plugins/parts/pod-spec.ts'

export const containersOf = (pod: ApiObject, field: 'containers' | 'initContainers'): readonly JsonObject[] => {
  const list: Json | undefined = podSpec(pod)[field]
  return Array.isArray(list) ? list.filter(isObject) : []
}

/**
 * Sums the containers, and takes the maximum with each init container. Sidecars, which keep running, are added to
 * both.
 */
export function podUsage(pod: ApiObject): Usage {
  const part = (of: keyof Usage): Amounts => {
    let total: Amounts = {}
    for (const each of containersOf(pod, 'containers')) total = sumOf(total, toUsage(each['resources'])[of])
    let staying: Amounts = {}
    let initial: Amounts = {}
    for (const each of containersOf(pod, 'initContainers')) {
      const amounts = toUsage(each['resources'])[of]
      const stays = each['restartPolicy'] === 'Always'
      if (stays) staying = sumOf(staying, amounts)
      initial = largestOf(initial, stays ? staying : sumOf(staying, amounts))
    }
    return largestOf(sumOf(total, staying), initial)
  }
  return { requests: part('requests'), limits: part('limits') }
}
