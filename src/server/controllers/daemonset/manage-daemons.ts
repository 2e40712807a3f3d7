import type { JsonObject } from '#api/json.ts'
import type { DaemonSet } from '#server/kinds/types/apps-v1.ts'
import type { Affinity, Pod } from '#server/kinds/types/core-v1.ts'
import { scaled } from '#server/controllers/shared/counts.ts'
import { createPod, deletePod, isInTerminatingNamespace } from '#server/controllers/shared/pod-control.ts'
import { keyOf, ownedBy } from '#server/controllers/shared/owners.ts'
import { hasEnded, isAvailable, isReady, isTerminating, podFrom } from '#server/controllers/shared/pods.ts'
import { slowStart } from '#server/controllers/shared/slow-start.ts'
import { nameOf } from '#server/controllers/shared/fields.ts'
import { daemonKind, type DaemonRun, generationAnnotation, revisionLabel } from './daemon-parts.ts'
import { fitsNode, tolerationsOf } from './daemon-nodes.ts'

const burstMax = 250

export const isCurrent = ({ set, hash }: DaemonRun, { metadata }: Pod): boolean =>
  metadata.labels?.[revisionLabel] === hash ||
  metadata.labels?.['pod-template-generation'] === String(set.metadata.generation ?? 0)

/** Creates pods on nodes that lack one, and deletes those that have no place. [LC37] */
export async function manageDaemons(run: DaemonRun): Promise<void> {
  const { set, nodes, byNode } = run
  const wanted: string[] = []
  const doomed: Pod[] = []
  for (const node of nodes) {
    const name = node.metadata.name ?? ''
    const { runs, remains } = fitsNode(set, node)
    const pods = byNode.get(name) ?? []
    if (runs && pods.length === 0) wanted.push(name)
    else if (!remains) doomed.push(...pods.filter((pod) => !isTerminating(pod)))
    else doomed.push(...surplusOf(run, pods))
  }
  await change(run, wanted, doomed)
}

const retryMsMin = 1000
const retryMsMax = 15 * 60_000

/** Reports whether a failed pod may be replaced now. Failures that follow each other closely wait for longer and longer. */
function mayReplace({ loop, set, key, failures }: DaemonRun, node: string): boolean {
  const place = `${set.metadata.uid ?? ''} ${node}`
  const before = failures.get(place)
  const now = loop.clock.now()
  const sinceMs = before === undefined ? Infinity : now - before.atMs
  if (before !== undefined && sinceMs < before.delayMs) {
    loop.queue.addAfter(key, before.delayMs - sinceMs)
    return false
  }
  const isFresh = before === undefined || sinceMs > 2 * retryMsMax
  failures.set(place, { atMs: now, delayMs: isFresh ? retryMsMin : Math.min(retryMsMax, 2 * before.delayMs) })
  return true
}

/** The pods that have ended and may be replaced now; an event reports each. */
function endedOf(run: DaemonRun, live: readonly Pod[]): readonly Pod[] {
  const { loop, set } = run
  const about = { ...daemonKind, object: set }
  return live.filter((pod) => {
    if (!hasEnded(pod)) return false
    const place = `${keyOf(pod)} on node ${nodeName(live)}`
    if (pod.status?.phase === 'Succeeded') {
      const text = `Found succeeded daemon pod ${place}, will try to delete it`
      loop.events.emit(about, 'Normal', 'SucceededDaemonPod', text)
      return true
    }
    if (!mayReplace(run, nodeName(live))) return false
    loop.events.emit(about, 'Warning', 'FailedDaemonPod', `Found failed daemon pod ${place}, will try to kill it`)
    return true
  })
}

/** Ended pods, and all but the oldest of those that run; during a surge, an old and a new one may run. */
function surplusOf(run: DaemonRun, pods: readonly Pod[]): readonly Pod[] {
  const live = pods.filter((pod) => !isTerminating(pod))
  const ended = endedOf(run, live)
  const running = live.filter((pod) => !hasEnded(pod))
  const byAge = (a: Pod, b: Pod): number =>
    Number((b.spec?.nodeName ?? '') !== '') - Number((a.spec?.nodeName ?? '') !== '') ||
    ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1)
  const sorted = running.toSorted(byAge)
  return [...ended, ...(surgeOf(run) > 0 ? surplusOfSurge(run, sorted) : sorted.slice(1))]
}

/** An old pod may remain beside a new one only as long as it serves and the new one does not. */
function surplusOfSurge(run: DaemonRun, sorted: readonly Pod[]): readonly Pod[] {
  const [oldest, ...old] = sorted.filter((pod) => !isCurrent(run, pod))
  const [newest, ...current] = sorted.filter((pod) => isCurrent(run, pod))
  const isOver = oldest !== undefined && newest !== undefined && (!isReady(oldest) || availableNow(run, newest))
  return [...old, ...current, ...(isOver ? [oldest] : [])]
}

const nodeName = (pods: readonly Pod[]): string =>
  pods.map(({ spec }) => spec?.nodeName ?? '').find((name) => name !== '') ?? ''

const desiredCount = ({ set, nodes }: DaemonRun): number => nodes.filter((node) => fitsNode(set, node).runs).length

const surgeOf = (run: DaemonRun): number =>
  scaled(run.set.spec?.updateStrategy?.rollingUpdate?.maxSurge ?? 0, desiredCount(run), 'up')

/** The generation of the template, which an annotation keeps since the field is deprecated. */
const templateGeneration = ({ spec, metadata }: DaemonSet): string =>
  String(metadata.annotations?.[generationAnnotation] ?? spec?.templateGeneration ?? metadata.generation ?? 1)

function podOn({ set, hash }: DaemonRun, node: string): JsonObject {
  const { template = {} } = set.spec ?? {}
  const labels = {
    ...template.metadata?.labels,
    [revisionLabel]: hash,
    'pod-template-generation': templateGeneration(set),
  }
  const ownerReferences = [ownedBy(daemonKind, set)]
  const pod = podFrom(template, { generateName: `${nameOf(set)}-`, labels, ownerReferences })
  const affinity = affinityTo(template.spec?.affinity, node)
  return { ...pod, spec: { ...template.spec, affinity, tolerations: tolerationsOf(set) } }
}

/** Binds a pod to one node by its name, beside what its own affinity requires. */
function affinityTo(own: Affinity | undefined, node: string): Affinity {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }
  const required = own?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const nodeSelectorTerms = required?.nodeSelectorTerms?.map((each) => ({ ...each, ...term })) ?? [term]
  return {
    ...own,
    nodeAffinity: { ...own?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  }
}

async function change(run: DaemonRun, wanted: readonly string[], doomed: readonly Pod[]): Promise<void> {
  const { loop, expectations, set, key } = run
  const about = { ...daemonKind, object: set }
  const places = wanted.slice(0, burstMax)
  const leaving = doomed.slice(0, burstMax)
  if (places.length + leaving.length === 0) return
  expectations.expectDeletions(key, leaving.map(keyOf))
  if (places.length > 0) expectations.expectCreations(key, places.length, leaving.map(keyOf))
  const outcome = await slowStart(places.length, async (at) => {
    try {
      await createPod(loop, about, podOn(run, places[at] ?? ''))
    } catch (error) {
      expectations.created(key)
      if (!isInTerminatingNamespace(error)) throw error
    }
  })
  for (let skipped = outcome.skipped; skipped > 0; skipped -= 1) expectations.created(key)
  const deletions = await Promise.allSettled(
    leaving.map(async (pod) => {
      try {
        await deletePod(loop, about, pod)
      } catch (error) {
        expectations.deleted(key, keyOf(pod))
        throw error
      }
    }),
  )
  if (outcome.error !== null) throw outcome.error
  for (const each of deletions) if (each.status === 'rejected') throw each.reason
}

/** Replaces pods of old revisions: first deletes, or with a surge first creates. [LC38] */
export async function updateDaemons(run: DaemonRun): Promise<void> {
  const { set, nodes, byNode } = run
  const surge = surgeOf(run)
  const plan: Plan = { wanted: [], urgent: [], doomed: [], candidates: [], unavailable: 0, surging: 0 }
  for (const node of nodes.filter((each) => fitsNode(set, each).runs)) {
    const pods = (byNode.get(nameOf(node)) ?? []).filter((pod) => !hasEnded(pod))
    if (surge > 0) planSurge(run, nameOf(node), pods, plan)
    else planDeletion(run, pods, plan)
  }
  if (surge > 0) {
    const more = plan.wanted.slice(0, Math.max(0, surge - plan.surging))
    return change(run, [...plan.urgent, ...more], plan.doomed)
  }
  const { maxUnavailable = 1 } = set.spec?.updateStrategy?.rollingUpdate ?? {}
  const most = Math.max(1, scaled(maxUnavailable, desiredCount(run), 'up'))
  await change(run, [], [...plan.doomed, ...plan.candidates.slice(0, Math.max(0, most - plan.unavailable))])
}

interface Plan {
  readonly wanted: string[]
  /** Nodes whose old pod does not serve: a new one costs nothing there. */
  readonly urgent: string[]
  readonly doomed: Pod[]
  readonly candidates: Pod[]
  unavailable: number
  surging: number
}

const availableNow = ({ set, loop }: DaemonRun, pod: Pod): boolean =>
  isAvailable(pod, set.spec?.minReadySeconds ?? 0, loop.clock.now())

/** An old pod that does not serve is replaced at once, and does not count against the limit. */
function planDeletion(run: DaemonRun, pods: readonly Pod[], plan: Plan): void {
  const current = pods.find((pod) => isCurrent(run, pod) && !isTerminating(pod))
  const old = pods.find((pod) => !isCurrent(run, pod))
  if (current !== undefined) {
    if (!availableNow(run, current)) plan.unavailable += 1
    return
  }
  if (old === undefined || isTerminating(old)) plan.unavailable += 1
  else if (!availableNow(run, old)) plan.doomed.push(old)
  else plan.candidates.push(old)
}

function planSurge(run: DaemonRun, node: string, pods: readonly Pod[], plan: Plan): void {
  const live = pods.filter((pod) => !isTerminating(pod))
  const current = live.find((pod) => isCurrent(run, pod))
  const old = live.find((pod) => !isCurrent(run, pod))
  if (old === undefined) return
  if (current === undefined) {
    const list = availableNow(run, old) ? plan.wanted : plan.urgent
    list.push(node)
    return
  }
  if (availableNow(run, current)) plan.doomed.push(old)
  else plan.surging += 1
}
