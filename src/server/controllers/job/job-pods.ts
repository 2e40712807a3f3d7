import type { JsonObject } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { Container, EnvVar, Pod, PodSpec } from '#server/kinds/types/core-v1.ts'
import { createdOf, nameOf } from '#server/controllers/shared/fields.ts'
import { createPod, deletePod, isInTerminatingNamespace } from '#server/controllers/shared/pod-control.ts'
import { keyOf, ownedBy } from '#server/controllers/shared/owners.ts'
import { conditionOf, isReady, isTerminating, podFrom } from '#server/controllers/shared/pods.ts'
import { slowStart } from '#server/controllers/shared/slow-start.ts'
import { countsFor, delayAfterMs, delayOfIndexMs } from './job-backoff.ts'
import {
  dropFinalizer,
  isIndexed,
  jobKind,
  type Jobs,
  replacesOnlyFailed,
  type Run,
  trackingFinalizer,
} from './job-parts.ts'
import { indexAnnotation, indexOf, pendingIndexes } from './job-indexes.ts'

const burstMax = 500

/** Creates pods that are missing or deletes those that are too many. Returns the number of active pods. [LC44] */
export async function managePods(parts: Jobs, run: Run): Promise<number> {
  const { job, active, succeeded } = run
  const { suspend, parallelism = 1, completions } = job.spec ?? {}
  if (suspend === true) return active.length - (await remove(parts, run, active))
  const open = completions === undefined ? (succeeded > 0 ? active.length : parallelism) : completions - succeeded
  const wanted = Math.max(0, Math.min(parallelism, open))
  const surplus = active.length - wanted
  const doomed = doomedOf(run, surplus)
  if (doomed.length > 0) return active.length - (await remove(parts, run, doomed.slice(0, burstMax)))
  const missing = Math.min(burstMax, wanted - active.length - leavingOf(run).length)
  if (missing <= 0) return active.length
  const delayMs = job.spec?.backoffLimitPerIndex === undefined ? delayAfterMs(run.backOff, parts.loop.clock.now()) : 0
  const places = delayMs > 0 ? { indexes: null, delayMs } : placesOf(parts, run, missing)
  if (places.delayMs > 0) {
    parts.loop.queue.addAfter(run.key, places.delayMs)
    return active.length
  }
  return active.length + (await add(parts, run, places.indexes, missing))
}

/** Pods that are being deleted hold their place if only failed pods are replaced. */
const leavingOf = ({ job, pods }: Run): readonly Pod[] =>
  replacesOnlyFailed(job)
    ? pods.filter((pod) => isTerminating(pod) && ['Pending', 'Running'].includes(pod.status?.phase ?? ''))
    : []

interface Places {
  /** The indexes that get a pod; `null` if the Job has none. */
  readonly indexes: readonly number[] | null
  /** The time until an index may be tried again, if none may now. */
  readonly delayMs: number
}

function placesOf({ loop }: Jobs, run: Run, missing: number): Places {
  if (!isIndexed(run.job)) return { indexes: null, delayMs: 0 }
  const pending = pendingIndexes(run, [...run.active, ...leavingOf(run)], missing)
  const delays = pending.map((index) => delayOfIndexMs(run.toReplace.get(index), loop.clock.now()))
  const indexes = pending.filter((_, at) => delays[at] === 0)
  return { indexes, delayMs: indexes.length > 0 || delays.length === 0 ? 0 : Math.min(...delays) }
}

/** Pods with the same index as another one, then those that lose least. */
function doomedOf({ job, active }: Run, surplus: number): readonly Pod[] {
  const doubled: Pod[] = []
  if (isIndexed(job)) {
    const seen = new Set<number>()
    for (const pod of active) {
      const index = indexOf(pod)
      if (index === null || seen.has(index) || index >= (job.spec?.completions ?? 0)) doubled.push(pod)
      else seen.add(index)
    }
  }
  if (doubled.length >= surplus) return doubled
  const rank = (pod: Pod): number =>
    Number((pod.spec?.nodeName ?? '') !== '') * 4 + Number(pod.status?.phase === 'Running') * 2 + Number(isReady(pod))
  const sinceOf = (pod: Pod): string => conditionOf(pod, 'Ready')?.lastTransitionTime ?? ''
  const later = (a: string, b: string): number => Number(a < b) - Number(a > b)
  const rest = active
    .filter((pod) => !doubled.includes(pod))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        later(sinceOf(a), sinceOf(b)) ||
        later(createdOf(a), createdOf(b)) ||
        (indexOf(b) ?? 0) - (indexOf(a) ?? 0),
    )
  return [...doubled, ...rest].slice(0, surplus)
}

async function remove(parts: Jobs, run: Run, pods: readonly Pod[]): Promise<number> {
  const { loop, expectations, released } = parts
  if (pods.length === 0) return 0
  expectations.expectDeletions(run.key, pods.map(keyOf))
  const about = { ...jobKind, object: run.job }
  await Promise.all(
    pods.map(async (pod) => {
      try {
        released.add(pod.metadata.uid ?? '')
        await dropFinalizer(loop, pod)
        await deletePod(loop, about, pod)
      } catch (error) {
        expectations.deleted(run.key, keyOf(pod))
        if (!(error instanceof Refusal && error.status.code === 404)) throw error
      }
    }),
  )
  return pods.length
}

/** Deletes the active pods of a Job that ends. Returns their number. */
export async function endActivePods({ loop }: Jobs, { job, active }: Run): Promise<number> {
  await Promise.all(active.map((pod) => deletePod(loop, { ...jobKind, object: job }, pod)))
  return active.length
}

async function add(
  { loop, expectations }: Jobs,
  run: Run,
  indexes: readonly number[] | null,
  missing: number,
): Promise<number> {
  const { job, key } = run
  const count = indexes?.length ?? missing
  if (count === 0) return 0
  expectations.expectCreations(key, count)
  let created = 0
  const outcome = await slowStart(count, async (at) => {
    try {
      await createPod(loop, { ...jobKind, object: job }, podOf(run, indexes?.[at] ?? null))
      created += 1
    } catch (error) {
      expectations.created(key)
      if (!isInTerminatingNamespace(error)) throw error
    }
  })
  for (let skipped = outcome.skipped; skipped > 0; skipped -= 1) expectations.created(key)
  if (outcome.error !== null) throw outcome.error
  return created
}

function podOf({ job, toReplace }: Run, index: number | null): JsonObject {
  const { template = {} } = job.spec ?? {}
  const { labels = {}, annotations = {}, finalizers = [] } = template.metadata ?? {}
  const common = { ownerReferences: [ownedBy(jobKind, job)], finalizers: [...finalizers, trackingFinalizer] }
  if (index === null) return podFrom(template, { ...common, generateName: `${nameOf(job)}-` })
  const mark = { [indexAnnotation]: String(index) }
  const pod = podFrom(template, {
    ...common,
    generateName: `${nameOf(job)}-${index}-`,
    labels: { ...labels, ...mark },
    annotations: { ...annotations, ...mark, ...countsFor(job, toReplace.get(index)) },
  })
  return { ...pod, spec: indexedSpec(template.spec, `${nameOf(job)}-${index}`) }
}

const indexVariable: EnvVar = {
  name: 'JOB_COMPLETION_INDEX',
  valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${indexAnnotation}']` } },
}

/** The spec of a pod of an indexed Job: its containers know the index, and its hostname holds it. */
function indexedSpec(spec: PodSpec = {}, hostname: string): PodSpec {
  const { containers = [], initContainers } = spec
  const withIndex = (all: readonly Container[] | null): Container[] =>
    (all ?? []).map((each) => ({ ...each, env: [...(each.env ?? []), indexVariable] }))
  const starting = initContainers === undefined ? {} : { initContainers: withIndex(initContainers) }
  return { hostname, ...spec, containers: withIndex(containers), ...starting }
}
