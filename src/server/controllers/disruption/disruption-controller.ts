import { deepEqual } from '#api/json.ts'
import { type LabelSelectorObject, selects } from '#api/selectors/label-selector-object.ts'
import { formatTime } from '#api/time.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '#server/kinds/types/policy-v1.ts'
import { namespaceOf } from '#server/controllers/shared/fields.ts'
import type { Loop, LoopDefinition } from '#server/controllers/shared/life-loop.ts'
import { controllerOf, keyOf, pathOf } from '#server/controllers/shared/owners.ts'
import { isReady, isTerminating, podsPath } from '#server/controllers/shared/pods.ts'
import { countsOwners, expectedPods, followOwners, type Owners } from './expected-pods.ts'
import { awaitStaleMark, clearStaleMark } from './stale-marks.ts'

const root = '/apis/policy/v1'
/** An evicted pod that still exists after this time counts as not evicted. */
const evictionMs = 120_000

/** Budgets say how many of their pods may be evicted now. [LC95] */
export const disruption: LoopDefinition = {
  name: 'disruption',
  account: 'disruption-controller',
  component: 'controllermanager',
  workers: 1,
  start(loop) {
    const { informers, queue } = loop
    const budgets = informers.of<PodDisruptionBudget>(`${root}/poddisruptionbudgets`)
    const pods = informers.of<Pod>(podsPath)
    const owners = followOwners(informers)
    budgets.onChange((_before, after) => {
      if (after !== undefined) queue.add(keyOf(after))
    })
    pods.onChange((before, after) => {
      const pod = after ?? before
      if (pod === undefined) return
      const meaning = budgets.inNamespace(namespaceOf(pod)).filter((budget) => isMeant(budget, pod))
      if (meaning.length > 1) reportSeveral(loop, pod, meaning)
      const meant = budgets
        .inNamespace(namespaceOf(pod))
        .filter((each) => before !== undefined && isMeant(each, before))
      for (const budget of new Set([...meaning, ...meant])) queue.add(keyOf(budget))
      awaitStaleMark(loop, after)
    })
    return async (key, run) => {
      if (await clearStaleMark(run, pods, key)) return
      const budget = budgets.get(key)
      if (budget === undefined) return
      const own = pods.inNamespace(budget.metadata.namespace ?? '').filter((pod) => isMeant(budget, pod))
      await sync(run, budget, own, owners)
    }
  },
}

/** Says in an event that several budgets mean a pod: it cannot be evicted. */
function reportSeveral({ events }: Loop, pod: Pod, [first]: readonly PodDisruptionBudget[]): void {
  const { namespace = '', name = '' } = pod.metadata
  const chosen = first?.metadata.name ?? ''
  const text = `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${chosen}" arbitrarily.`
  events.emit({ apiVersion: 'v1', kind: 'Pod', object: pod }, 'Warning', 'MultiplePodDisruptionBudgets', text)
}

const isMeant = ({ spec }: PodDisruptionBudget, { metadata }: Pod): boolean =>
  selects(spec?.selector ?? null, metadata.labels)

const unmanaged = ({ spec }: PodDisruptionBudget): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${selectorText(spec?.selector)}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`

/** A selector as Go prints it. */
function selectorText(selector: LabelSelectorObject | null | undefined): string {
  if (selector === undefined || selector === null) return 'nil'
  const labels = Object.entries(selector.matchLabels ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rules = (selector.matchExpressions ?? []).map(
    ({ key = '', operator = '', values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(' ')}],},`,
  )
  const map = labels.map(([name, value]) => `${name}: ${value},`).join('')
  return `&LabelSelector{MatchLabels:map[string]string{${map}},MatchExpressions:[]LabelSelectorRequirement{${rules.join('')}},}`
}

async function sync(loop: Loop, budget: PodDisruptionBudget, pods: readonly Pod[], owners: Owners): Promise<void> {
  const about = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', object: budget }
  const { events } = loop
  if (pods.length === 0) events.emit(about, 'Normal', 'NoPods', 'No matching pods found')
  const counts = await expectedPods(loop.client, budget, pods, owners)
  if ('fault' in counts) {
    const { fault } = counts
    const text = `Failed to calculate the number of expected pods: ${fault}`
    events.emit(about, 'Warning', 'CalculateExpectedPodCountFailed', text)
    const status = { ...budget.status, disruptionsAllowed: 0 }
    return write(loop, budget, status, { status: 'False', reason: 'SyncFailed', message: fault })
  }
  const { expected, desired } = counts
  if (countsOwners(budget) && pods.some((pod) => controllerOf(pod) === undefined))
    events.emit(about, 'Warning', 'UnmanagedPods', unmanaged(budget))
  const disrupted = stillDisrupted(loop, budget, pods)
  const healthy = pods.filter(
    (pod) => isReady(pod) && !isTerminating(pod) && disrupted[pod.metadata.name ?? ''] === undefined,
  ).length
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired)
  const before = budget.status ?? {}
  const { generation } = budget.metadata
  const status: PodDisruptionBudgetStatus = {
    ...before,
    observedGeneration: generation,
    disruptedPods: Object.keys(disrupted).length === 0 ? undefined : disrupted,
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
  }
  const [state, reason] = allowed > 0 ? ['True', 'SufficientPods'] : ['False', 'InsufficientPods']
  await write(loop, budget, status, { status: state, reason, message: '' })
}

/** Writes a status with its condition, unless it is stored already. */
async function write(
  { clock, client }: Loop,
  budget: PodDisruptionBudget,
  status: PodDisruptionBudgetStatus,
  verdict: { readonly status: string; readonly reason: string; readonly message: string },
): Promise<void> {
  const before = budget.status ?? {}
  const old = before.conditions?.find(({ type }) => type === 'DisruptionAllowed')
  const condition = {
    type: 'DisruptionAllowed',
    observedGeneration: status.observedGeneration,
    lastTransitionTime: old?.status === verdict.status ? old.lastTransitionTime : formatTime(clock.now()),
    ...verdict,
  }
  const others = (before.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed')
  const next = { ...status, conditions: [...others, condition] }
  if (deepEqual(before, next)) return
  const path = pathOf(root, 'poddisruptionbudgets', budget.metadata.namespace, budget.metadata.name)
  await client.put(`${path}/status`, { ...budget, status: next })
}

/** Evicted pods that are not yet being deleted; a while after the eviction they count again. */
function stillDisrupted(
  { clock, queue, events }: Loop,
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
): { [pod: string]: string } {
  const result: { [pod: string]: string } = {}
  for (const [name, time] of Object.entries(budget.status?.disruptedPods ?? {})) {
    const pod = pods.find(({ metadata }) => metadata.name === name)
    const untilMs = Date.parse(String(time)) + evictionMs
    if (pod === undefined || isTerminating(pod)) continue
    if (untilMs < clock.now()) {
      const { namespace = '' } = budget.metadata
      // The original names the namespace twice.
      const text = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`
      events.emit({ apiVersion: 'v1', kind: 'Pod', object: pod }, 'Warning', 'NotDeleted', text)
      continue
    }
    result[name] = String(time)
    queue.addAfter(keyOf(budget), untilMs - clock.now() + 1)
  }
  return result
}
