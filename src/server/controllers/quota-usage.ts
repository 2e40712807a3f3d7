import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ApiClient } from '#client/api-client.ts'
import { type Amounts, toAmounts } from '#server/admission/plugins/parts/limit-constraints.ts'
import { only, plus } from '#server/admission/plugins/quota/quota-amounts.ts'
import { evaluatorOf, type QuotaEvaluator } from '#server/admission/plugins/quota/quota-evaluators.ts'
import { scopesOf } from '#server/admission/plugins/quota/quota-scopes.ts'
import { discoverNamespaced, type NamespacedResource, pathIn } from './namespaced-resources.ts'

const partOf = (object: ApiObject, name: 'spec' | 'status'): JsonObject => {
  const part = object[name]
  return isObject(part) ? part : {}
}

/**
 * Returns the hard limits of a quota and their current usage. Counts start at zero; unknown resources keep their last
 * usage. [AD7]
 */
export async function usageOf(
  client: ApiClient,
  quota: ApiObject,
  nowMs: number,
): Promise<{ readonly hard: Amounts; readonly used: Amounts }> {
  const hard = toAmounts(partOf(quota, 'spec')['hard'])
  const names = new Set(Object.keys(hard))
  let used = only(toAmounts(partOf(quota, 'status')['used']), names)
  const { resources } = await discoverNamespaced(client)
  for (const resource of resources) {
    const evaluator = evaluatorOf({
      definition: { ...resource, namespaced: true },
      subresource: '',
      operation: 'CREATE',
    })
    const counted = [...names].filter((name) => evaluator?.counts(name))
    if (evaluator === null || counted.length === 0) continue
    const sum = await sumOver({ client, quota, resource, evaluator, nowMs })
    used = { ...used, ...only({ ...Object.fromEntries(counted.map((name) => [name, '0'])), ...sum }, names) }
  }
  return { hard, used }
}

interface Counting {
  readonly client: ApiClient
  readonly quota: ApiObject
  readonly resource: NamespacedResource
  readonly evaluator: QuotaEvaluator
  readonly nowMs: number
}

async function sumOver({ client, quota, resource, evaluator, nowMs }: Counting): Promise<Amounts> {
  const scopes = scopesOf(quota)
  const isPods = resource.group === '' && resource.resource === 'pods'
  let sum: Amounts = {}
  for await (const { items } of client.pages(pathIn(resource, quota.metadata.namespace ?? ''), 500))
    for (const item of items) {
      if (!scopes.every((scope) => evaluator.inScope(scope, item))) continue
      const usage = evaluator.usage(item)
      sum = plus(sum, isPods && hasEnded(item, nowMs) ? only(usage, new Set(['count/pods'])) : usage)
    }
  return sum
}

/** Reports whether a pod is terminal or past its deletion deadline: it uses no resources. */
function hasEnded(pod: ApiObject, nowMs: number): boolean {
  const { phase } = partOf(pod, 'status')
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata
  if (phase === 'Failed' || phase === 'Succeeded') return true
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false
  return nowMs > Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000
}
