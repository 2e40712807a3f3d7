import type { Pod } from '#server/kinds/types/core-v1.ts'
import type { ReactingTo } from '#server/controllers/shared/cause.ts'
import type { ControllerHost } from '#server/controllers/shared/controller.ts'
import type { EventRecorder } from '#server/controllers/shared/events.ts'
import { pathOfPod } from '#server/controllers/shared/pods.ts'
import { unlessGone } from '#server/controllers/shared/refusals.ts'
import type { PodAddresses } from './pod-addresses.ts'
import { statusAfter } from './pod-status.ts'
import { type Judge, resizeEvent } from './resize.ts'
import type { Stage } from './stages.ts'

interface Reporting {
  readonly host: ControllerHost
  readonly reactingTo: ReactingTo
  readonly addresses: PodAddresses
  readonly events: EventRecorder
}

interface ReportingNode {
  readonly hostIp: string
  readonly judge: Judge
}

/** Reports a stage of a pod, as its kubelet. */
export async function enterStage(
  world: Reporting,
  { hostIp, judge }: ReportingNode,
  pod: Pod,
  stage: Stage,
): Promise<void> {
  const { host } = world
  const client = world.reactingTo(pod.metadata.resourceVersion)
  await unlessGone(async () => {
    if (stage.next.delete === true) {
      await client.delete(pathOfPod(pod), { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } })
      return
    }
    const podIp = pod.spec?.hostNetwork === true ? hostIp : world.addresses.next()
    const live = await client.get<Pod>(pathOfPod(pod))
    if (live.metadata.uid !== pod.metadata.uid) return
    const status = statusAfter(live, stage.next, { hostIp, podIp, nowMs: host.clock.now(), judge })
    await client.adjust(`${pathOfPod(pod)}/status`, { metadata: { uid: pod.metadata.uid }, status })
    if (stage.next.resize === undefined) return
    const { reason, message } = resizeEvent(live, stage.next.resize, judge)
    const type = stage.next.resize === 'pending' ? 'Warning' : 'Normal'
    world.events.emit({ apiVersion: 'v1', kind: 'Pod', object: live }, type, reason, message)
  })
}
