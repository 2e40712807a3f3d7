import { ApiError, badRequest, conflict, forbiddenRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import { selects } from '#api/selectors/label-selector-object.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StatusCause } from '#api/status.ts'
import { checkDeleteOptions } from '#server/registry/deletion/delete-options.ts'
import type { ActionContext, ActionSubresource } from '#server/registry/subresource.ts'
import { policyV1 } from '#server/kinds/schemas/policy-v1.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { DeleteOptions } from '#server/kinds/types/meta-v1.ts'
import type { Eviction, PodDisruptionBudget, PodDisruptionBudgetStatus } from '#server/kinds/types/policy-v1.ts'
import { isReady, setCondition } from './conditions.ts'

const budgets = { group: 'policy', resource: 'poddisruptionbudgets' }
const disruptedPodsMax = 2000

/** Deletes a pod if its disruption budget allows it. [POD61] */
async function evict(body: ApiObject, context: ActionContext): Promise<JsonObject> {
  const { metadata, deleteOptions = {} } = body as Eviction
  if ((metadata.name ?? '') !== context.parentName) {
    throw badRequest('name in URL does not match name in Eviction object')
  }
  const dryRun = checkDryRun(deleteOptions, context.dryRun)
  checkDeleteOptions(deleteOptions)
  const pod = (await context.getParent()) as Pod
  if (!isUnguarded(pod)) await spendBudget(pod, context, dryRun)
  checkPreconditions(pod, deleteOptions)
  if (!dryRun) await remove(deleteOptions, context)
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
}

/** dryRun must agree in query and body if both specify it. */
function checkDryRun({ dryRun: asked = [] }: DeleteOptions, ofRequest: boolean): boolean {
  const inBody = asked.length > 0
  if (!inBody || !ofRequest || asked.join() === 'All') return inBody || ofRequest
  throw badRequest(`Non-matching dry-run options in request and content: [All] and [${asked.join(' ')}]`)
}

/** Terminating, terminated and pending pods can be evicted without a budget check. */
const isUnguarded = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '')

async function spendBudget(pod: Pod, context: ActionContext, dryRun: boolean): Promise<void> {
  const all = (await context.list(budgets)) as readonly PodDisruptionBudget[]
  const [budget, ...more] = all.filter(({ spec }) => selects(spec?.selector, pod.metadata.labels))
  if (more.length > 0) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new ApiError('InternalError', message, { reasonText: '' })
  }
  if (budget === undefined || isUncounted(pod, budget)) return
  checkBudget(budget)
  if (dryRun) return
  const name = pod.metadata.name ?? ''
  await context.updateOther(budgets, budget.metadata.name ?? '', (live) => {
    checkBudget(live as PodDisruptionBudget)
    return decrement(live as PodDisruptionBudget, name, context.nowMs)
  })
}

/** Evicting an unhealthy pod does not reduce the healthy pods that the budget counts. [POD62] */
function isUncounted(pod: Pod, { spec = {}, status = {} }: PodDisruptionBudget): boolean {
  if (isReady(pod.status)) return false
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true
  const { currentHealthy = 0, desiredHealthy = 0 } = status
  return currentHealthy >= desiredHealthy && desiredHealthy > 0
}

/**
 * Checks whether the budget allows a disruption.
 * @throws ApiError TooManyRequests, Forbidden
 */
function checkBudget({ metadata, status = {} }: PodDisruptionBudget): void {
  const { name = '', generation = 0 } = metadata
  const { observedGeneration = 0, disruptionsAllowed: allowed = 0, disruptedPods = {} } = status
  if (observedGeneration < generation) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10)
  }
  const what = { group: 'policy', resource: 'poddisruptionbudget' }
  if (allowed < 0) throw forbiddenRequest(what, name, 'pdb disruptions allowed is negative')
  if (Object.keys(disruptedPods).length > disruptedPodsMax) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller'
    throw forbiddenRequest(what, name, why)
  }
  if (allowed === 0) throw tooMany(`The disruption budget ${name} ${whyNone(status)}`, 0)
}

function whyNone({ conditions = [], desiredHealthy = 0, currentHealthy = 0 }: PodDisruptionBudgetStatus): string {
  const failed = conditions.find(({ type }) => type === 'DisruptionAllowed')
  return failed?.status === 'False' && failed.reason === 'SyncFailed'
    ? `does not allow evicting pods currently because it failed sync: ${failed.message ?? ''}`
    : `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
}

function tooMany(message: string, seconds: number): ApiError {
  const cause: StatusCause = { reason: 'DisruptionBudget', message }
  const details = { causes: [cause], ...(seconds === 0 ? {} : { retryAfterSeconds: seconds }) }
  const headers = seconds === 0 ? {} : { 'retry-after': String(seconds) }
  const text = "Cannot evict pod as it would violate the pod's disruption budget."
  return new ApiError('TooManyRequests', text, { details, headers })
}

function decrement(budget: PodDisruptionBudget, pod: string, nowMs: number): PodDisruptionBudget {
  const status = (budget.status ??= {})
  const now = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
  status.disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1
  status.disruptedPods = { ...status.disruptedPods, [pod]: now }
  if (status.disruptionsAllowed > 0) return budget
  const others = (status.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed')
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    reason: 'InsufficientPods',
    message: '',
    lastTransitionTime: now,
    observedGeneration: status.observedGeneration ?? 0,
  }
  status.conditions = [...others, condition]
  return budget
}

function checkPreconditions({ metadata }: Pod, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions ?? {}
  const what = { group: '', resource: 'Pod' }
  const name = metadata.name ?? ''
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ''}). The object might have been deleted and then recreated`
    throw conflict(what, name, why)
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const found = metadata.resourceVersion ?? ''
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${found}). The object might have been modified`
    throw conflict(what, name, why)
  }
}

/** Sets the DisruptionTarget condition before the deletion, so that watchers see the reason. */
async function remove(options: DeleteOptions, context: ActionContext): Promise<void> {
  await context.updateParent((live) => {
    const pod = live as Pod
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    }
    setCondition((pod.status ??= {}), condition, context.nowMs)
    return pod
  })
  // The condition has changed the resourceVersion, which has already been checked.
  const { preconditions: _checked, ...rest } = options
  await context.deleteParent(rest)
}

export const eviction: ActionSubresource = {
  type: 'action',
  name: 'eviction',
  verbs: ['create'],
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  schema: policyV1.schema('Eviction'),
  alsoAccepts: [{ group: 'policy', version: 'v1beta1' }],
  run: evict,
}
