import { soon } from '#api/waiting/soon.ts'
import { forbiddenRequest } from '#api/api-error.ts'
import { isObject, type Json, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionCluster, AdmissionPlugin } from '#server/admission/chain/plugin.ts'
import { type Amounts, toAmounts } from '#server/admission/plugins/parts/limit-constraints.ts'
import { exceeding, growth, negativeNames, only, plus, printAmounts, withoutZeros } from './quota-amounts.ts'
import { type QuotaEvaluator, evaluatorOf } from './quota-evaluators.ts'
import { type LimitedResource, type LimitedWrite, requireQuota } from './limited-resources.ts'
import { scopesOf } from './quota-scopes.ts'

const quotaType = { group: '', resource: 'resourcequotas' }

/**
 * Refuses requests that would exceed a quota of the namespace, and adds allowed ones to the usage in the quota's
 * status. [AD6]
 */
export const resourceQuota = (limited: readonly LimitedResource[]): AdmissionPlugin => ({
  name: 'ResourceQuota',
  operations: new Set(['CREATE', 'UPDATE']),
  validate(attributes, cluster) {
    const evaluator = evaluatorOf(attributes)
    const { object, namespace } = attributes
    if (evaluator === null || object === null) return
    return soon(cluster.list(quotaType, namespace), (listed) =>
      listed.length === 0 && limited.length === 0
        ? undefined
        : charge({ limited, evaluator, listed }, attributes, object, cluster),
    )
  },
})

interface Quotas {
  readonly limited: readonly LimitedResource[]
  readonly evaluator: QuotaEvaluator
  /** All quotas of the namespace. */
  readonly listed: readonly ApiObject[]
}

async function charge(
  { limited, evaluator, listed }: Quotas,
  attributes: Attributes,
  object: ApiObject,
  cluster: AdmissionCluster,
): Promise<void> {
  const { live, namespace } = attributes
  const counting = listed.filter((quota) => countsObject({ attributes, evaluator, quota }, object))
  if (limited.length > 0) requireQuota(limited, { attributes, evaluator, object, covered: coveredBy(counting) })
  const charges = counting.filter((quota) => chargeOf({ attributes, evaluator, quota }, object, live) !== null)
  if (attributes.dryRun) return
  for (const { metadata } of charges)
    // Sequential, and recomputed for each version that is read: concurrent requests may have used up the rest.
    await cluster.change(quotaType, namespace, metadata.name ?? '', (quota) => {
      const used = chargeOf({ attributes, evaluator, quota }, object, live)
      return used === null ? quota : { ...quota, status: { ...statusOf(quota), used } }
    })
}

const coveredBy = (quotas: readonly ApiObject[]): LimitedWrite['covered'] => ({
  names: new Set(quotas.flatMap((quota) => Object.keys(hardOf(quota)))),
  scopes: quotas.flatMap(scopesOf),
})

interface Question {
  readonly attributes: Attributes
  readonly evaluator: QuotaEvaluator
  readonly quota: ApiObject
}

const statusOf = (quota: ApiObject): { readonly [name: string]: Json | undefined } =>
  isObject(quota['status']) ? quota['status'] : {}
const hardOf = (quota: ApiObject): Amounts => toAmounts(statusOf(quota)['hard'])
const usedOf = (quota: ApiObject): Amounts => toAmounts(statusOf(quota)['used'])

function isMatch({ evaluator, quota }: Question, object: ApiObject): boolean {
  const names = Object.keys(hardOf(quota)).filter((name) => evaluator.counts(name))
  return names.length > 0 && scopesOf(quota).every((scope) => evaluator.inScope(scope, object))
}

/** Reports whether the quota counts the object. @throws ApiError Forbidden if the object cannot be counted */
function countsObject(question: Question, object: ApiObject): boolean {
  if (!isMatch(question, object)) return false
  const { attributes, evaluator, quota } = question
  const name = quota.metadata.name ?? ''
  const names = Object.keys(hardOf(quota)).filter((each) => evaluator.counts(each))
  const problem = evaluator.problem?.(object, names) ?? null
  if (problem !== null) throw refuse(attributes, `failed quota: ${name}: ${problem}`)
  const used = usedOf(quota)
  if (names.some((each) => own(used, each) === undefined))
    throw refuse(attributes, `status unknown for quota: ${name}, resources: ${names.toSorted().join(',')}`)
  return true
}

/** Returns the quota's usage including the object; `null` if it does not change. @throws ApiError Forbidden */
function chargeOf(question: Question, object: ApiObject, live: ApiObject | null): Amounts | null {
  const { attributes, evaluator, quota } = question
  const now = evaluator.usage(object)
  const negative = negativeNames(now)
  if (negative.length > 0)
    throw refuse(attributes, `quota usage is negative for resource(s): ${negative.toSorted().join(',')}`)
  const before = live !== null && isMatch(question, live) ? evaluator.usage(live) : {}
  const hard = hardOf(quota)
  const requested = only(withoutZeros(growth(now, before)), new Set(Object.keys(hard)))
  if (Object.keys(requested).length === 0) return null
  const used = plus(usedOf(quota), requested)
  const exceeded = exceeding(only(used, new Set(Object.keys(requested))), hard)
  if (exceeded.size === 0) return used
  const [wanted, had, limit] = [requested, usedOf(quota), hard].map((amounts) => printAmounts(only(amounts, exceeded)))
  throw refuse(
    attributes,
    `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${wanted}, used: ${had}, limited: ${limit}`,
  )
}

const refuse = ({ definition, name, object }: Attributes, text: string): Error =>
  forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, text)
