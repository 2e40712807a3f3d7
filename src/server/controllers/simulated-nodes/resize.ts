import { deepEqual, type JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import type { Container, ContainerStatus, Pod } from '#server/kinds/types/core-v1.ts'
import { allocatedRequests, type Amounts, askedRequests } from '#server/controllers/scheduler/pod-requests.ts'
import { conditionOf } from '#server/controllers/shared/pods.ts'

/** The reason why a node does not grant what a pod asks for. */
export interface Refused {
  readonly reason: 'Infeasible' | 'Deferred'
  readonly message: string
}

/** Decides whether a node grants the requests of a pod; `null` if it does. */
export type Judge = (pod: Pod) => Refused | null

/** The state of a resize, as stages match it. [LC83] */
export type ResizeState = 'infeasible' | 'deferred' | 'fits' | 'in-progress'

const pendingType = 'PodResizePending'
const progressType = 'PodResizeInProgress'

/** The order in which a kubelet looks for what does not suffice. */
const checked = ['memory', 'cpu'] as const

/** Judges by the capacity of a node and by what its other pods were granted. */
export const judgeBy =
  (capacity: Amounts, others: (pod: Pod) => readonly Pod[]): Judge =>
  (pod) => {
    const asked = askedRequests(pod)
    const find = (used: (name: string) => number): (typeof checked)[number] | undefined =>
      checked.find((name) => (asked.get(name) ?? 0) + used(name) > (capacity.get(name) ?? 0))
    const end = (name: string): string => `capacity: ${capacity.get(name) ?? 0}`
    const tooLarge = find(() => 0)
    if (tooLarge !== undefined) {
      const requested = `${tooLarge}, requested: ${asked.get(tooLarge) ?? 0}`
      return { reason: 'Infeasible', message: `Node didn't have enough capacity: ${requested}, ${end(tooLarge)}` }
    }
    const granted = others(pod).map(allocatedRequests)
    const used = (name: string): number => granted.reduce((sum, each) => sum + (each.get(name) ?? 0), 0)
    const scarce = find(used)
    if (scarce === undefined) return null
    const requested = `${scarce}, requested: ${asked.get(scarce) ?? 0}, used: ${used(scarce)}`
    return { reason: 'Deferred', message: `Node didn't have enough resource: ${requested}, ${end(scarce)}` }
  }

const statusOf = ({ status }: Pod, { name }: Container): ContainerStatus | undefined =>
  status?.containerStatuses?.find((each) => each.name === name)

const isActual = (pod: Pod, container: Container): boolean =>
  deepEqual(statusOf(pod, container)?.resources ?? {}, container.resources ?? {})

/** Returns how far a running pod is from the resources that it asks for; undefined if nothing is to be done. */
export function resizeState(pod: Pod, judge: Judge): ResizeState | undefined {
  const containers = pod.spec?.containers ?? []
  if (pod.status?.phase !== 'Running' || !containers.every((each) => statusOf(pod, each)?.resources)) return undefined
  const reported = [pendingType, progressType].some((type) => conditionOf(pod, type) !== undefined)
  if (containers.every((each) => isActual(pod, each))) return reported ? 'in-progress' : undefined
  if (conditionOf(pod, progressType)?.observedGeneration === pod.metadata.generation) return 'in-progress'
  const refused = judge(pod)
  return refused === null ? 'fits' : isKnown(pod, refused) ? undefined : states[refused.reason]
}

const states = { Infeasible: 'infeasible', Deferred: 'deferred' } as const

/** True if the pod already says why this request is refused. */
function isKnown(pod: Pod, { reason }: Refused): boolean {
  const pending = conditionOf(pod, pendingType)
  return pending?.reason === reason && pending.observedGeneration === pod.metadata.generation
}

/** A step of a resize: the request is put off or refused, granted, or done. */
export type ResizeStep = 'pending' | 'started' | 'completed'

const without = (pod: Pod, type: string): JsonObject[] =>
  conditionOf(pod, type) === undefined ? [] : [{ type, $patch: 'delete' }]

/** Returns the changes of a pod's status after a step. A patch replaces the list of containers. */
export function resizedStatus(pod: Pod, step: ResizeStep, judge: Judge, nowMs: number): JsonObject {
  const now = formatTime(nowMs)
  const { generation = 0 } = pod.metadata
  const condition = (type: string, why: JsonObject = {}): JsonObject => {
    const { lastTransitionTime = now } = conditionOf(pod, type) ?? {}
    return { type, status: 'True', lastProbeTime: now, lastTransitionTime, observedGeneration: generation, ...why }
  }
  if (step === 'pending') return { conditions: [condition(pendingType, { ...judge(pod) })] }
  const containers = pod.spec?.containers ?? []
  if (step === 'started')
    return {
      conditions: [condition(progressType), ...without(pod, pendingType)],
      containerStatuses: containers.map((container) => ({
        ...statusOf(pod, container),
        ...(container.resources?.requests && { allocatedResources: container.resources.requests }),
      })),
    }
  return {
    conditions: [...without(pod, pendingType), ...without(pod, progressType)],
    containerStatuses: containers.map((container) => {
      const before = statusOf(pod, container)
      return {
        ...before,
        resources: container.resources ?? {},
        ...(restarts(pod, container) && restarted(before, now)),
      }
    }),
  }
}

/** True if a resource of a container changed whose policy asks for a restart. */
function restarts(pod: Pod, container: Container): boolean {
  const before = statusOf(pod, container)?.resources ?? {}
  return (container.resizePolicy ?? []).some(
    ({ resourceName = '', restartPolicy }) =>
      restartPolicy === 'RestartContainer' &&
      (['requests', 'limits'] as const).some(
        (list) => before[list]?.[resourceName] !== container.resources?.[list]?.[resourceName],
      ),
  )
}

const restarted = (before: ContainerStatus | undefined, now: string): JsonObject => ({
  restartCount: (before?.restartCount ?? 0) + 1,
  state: { running: { startedAt: now } },
  lastState: {
    terminated: {
      exitCode: 0,
      reason: 'Completed',
      startedAt: before?.state?.running?.startedAt ?? now,
      finishedAt: now,
    },
  },
})

/** Returns the reason and the message of a step's event, as the original's kubelet writes them. */
export function resizeEvent(pod: Pod, step: ResizeStep, judge: Judge): { reason: string; message: string } {
  const containers = (pod.spec?.containers ?? []).map(({ name, resources = {} }) => ({ name, resources }))
  const refused = step === 'pending' ? judge(pod) : null
  const { generation } = pod.metadata
  const summary = JSON.stringify({ containers, generation, ...(refused && { error: refused.message }) })
  if (refused !== null)
    return { reason: `Resize${refused.reason}`, message: `Pod resize ${refused.reason}: ${summary}` }
  const [first = ''] = step
  return {
    reason: `Resize${first.toUpperCase()}${step.slice(1)}`,
    message: `Pod resize ${step}: ${summary}`,
  }
}
