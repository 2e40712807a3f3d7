import { isObject, type JsonObject } from '#api/json.ts'
import { formatTime } from '#api/time.ts'
import type { ContainerStatus, Pod } from '#server/kinds/types/core-v1.ts'
import { type Judge, resizedStatus } from './resize.ts'
import { type Effect, outcomeOf } from './stages.ts'

export interface Place {
  readonly hostIp: string
  readonly podIp: string
  readonly nowMs: number
  readonly judge: Judge
}

/** Returns the status of a pod after a stage, as its kubelet reports it. */
export function statusAfter(pod: Pod, effect: Effect, { hostIp, podIp, nowMs, judge }: Place): JsonObject {
  const now = formatTime(nowMs)
  const { phase, ip, container, resize, resources } = effect
  const observes = resources === true || resize !== undefined || pod.status?.observedGeneration !== undefined
  return {
    ...(phase === undefined ? {} : { phase }),
    ...(effect.ready === undefined ? {} : { conditions: conditionsAfter(pod, effect, now) }),
    ...(container === undefined ? {} : { containerStatuses: containersAfter(pod, effect, now) }),
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    startTime: pod.status?.startTime ?? now,
    ...(observes ? { observedGeneration: pod.metadata.generation } : {}),
    ...(resize === undefined ? {} : resizedStatus(pod, resize, judge, nowMs)),
    ...(ip === true ? { podIP: podIp, podIPs: [{ ip: podIp }] } : {}),
  }
}

function conditionsAfter(pod: Pod, { ready, reason, phase }: Effect, now: string): JsonObject[] {
  const hasStarted = phase !== 'Pending'
  const isRunning = ready === true || phase === undefined
  const isReady = ready === true && pod.metadata.annotations?.['sim/ready'] !== 'false'
  const names = (pod.spec?.containers ?? []).map(({ name = '' }) => name).join(' ')
  const unready: JsonObject =
    reason === undefined
      ? { reason: 'ContainersNotReady', message: `containers with unready status: [${names}]` }
      : { reason, message: null }
  const report = (type: string, state: boolean, why: JsonObject = {}): JsonObject => {
    const status = state ? 'True' : 'False'
    const before = pod.status?.conditions?.find((each) => each.type === type)
    const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? now) : now
    return { type, status, lastProbeTime: null, lastTransitionTime, ...why }
  }
  const cleared: JsonObject = { reason: null, message: null }
  return [
    report('PodReadyToStartContainers', hasStarted && isRunning),
    report('Initialized', true, reason === 'PodCompleted' ? { reason } : {}),
    report('Ready', isReady, isReady ? cleared : unready),
    report('ContainersReady', isReady, isReady ? cleared : unready),
  ]
}

function containersAfter(pod: Pod, effect: Effect, now: string): ContainerStatus[] {
  const isReady = effect.ready === true && pod.metadata.annotations?.['sim/ready'] !== 'false'
  return (pod.spec?.containers ?? []).map(({ name, image, resources = {} }) => {
    const before = pod.status?.containerStatuses?.find((each) => each.name === name)
    return {
      name,
      image,
      imageID: '',
      ready: isReady,
      started: effect.container?.['running'] === true,
      restartCount: (before?.restartCount ?? 0) + (effect.restart === true ? 1 : 0),
      lastState: {},
      ...resourcesAfter(effect.resources === true ? { resources, allocatedResources: resources.requests } : before),
      state: stateAfter(pod, effect.container ?? {}, before?.state ?? {}, now),
    }
  })
}

/** The resources that a container reports to have and to be granted, if its node reports any. */
const resourcesAfter = ({ resources, allocatedResources }: ContainerStatus = {}): ContainerStatus => ({
  ...(resources && { resources }),
  ...(allocatedResources && { allocatedResources }),
})

/** The states that do not hold any longer are cleared, because a patch merges. */
function stateAfter(
  pod: Pod,
  { waiting, running, terminated }: JsonObject,
  before: JsonObject,
  now: string,
): JsonObject {
  const cleared = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
  if (running === true) return { ...cleared, running: { startedAt: now } }
  if (isObject(waiting)) return { ...cleared, waiting }
  if (!isObject(terminated)) return {}
  const { running: ran } = before
  const startedAt = isObject(ran) ? ran['startedAt'] : now
  const exitCode = terminated['exitCode'] === 'outcome' ? (outcomeOf(pod)?.exitCode ?? 1) : terminated['exitCode']
  return { ...cleared, terminated: { ...terminated, exitCode, startedAt, finishedAt: now } }
}
