/** `running` is added to the effect of the stage in which containers begin to run. */
const stagesWith = (running: string): string => `
- name: removed
  match: { metadata.deletionTimestamp: present, status.phase: [Succeeded, Failed] }
  delay: { ms: 5 }
  next: { delete: true }
- name: stopped
  match: { metadata.deletionTimestamp: present, spec.restartPolicy: [Always] }
  delay: { ms: 300, annotation: sim/stop-ms }
  next: { phase: Succeeded, ready: false, reason: PodCompleted, container: { terminated: { exitCode: 0, reason: Completed } } }
- name: killed
  match: { metadata.deletionTimestamp: present }
  delay: { ms: 300, annotation: sim/stop-ms }
  next: { phase: Failed, ready: false, reason: PodFailed, container: { terminated: { exitCode: 137, reason: Error } } }
- name: creating
  match: { status.containerStatuses: absent, status.phase: [Pending] }
  delay: { ms: 60 }
  next: { phase: Pending, ready: false, container: { waiting: { reason: ContainerCreating } } }
- name: pull-fails
  match: { pod.image: [bad], status.phase: [Pending], pod.waiting: [ContainerCreating] }
  delay: { ms: 350 }
  next: { container: { waiting: { reason: ImagePullBackOff, message: Back-off pulling image } } }
- name: running
  match: { pod.image: [good], status.phase: [Pending] }
  delay: { ms: 350, annotation: sim/start-ms }
  next: { phase: Running, ready: true, ip: true, container: { running: true }${running} }
- name: unready
  match: { pod.wish: [unready], pod.ready: ['True'], status.phase: [Running] }
  delay: { ms: 100 }
  next: { ready: false, container: { running: true } }
- name: ready-again
  match: { pod.wish: [ready], pod.ready: ['False'], status.phase: [Running], pod.waiting: absent }
  delay: { ms: 100 }
  next: { ready: true, container: { running: true } }
- name: crashed
  match: { pod.outcome: [failure], spec.restartPolicy: [Always, OnFailure], status.phase: [Running], pod.waiting: absent }
  delay: { seconds: sim/exit }
  next: { ready: false, restart: true, container: { waiting: { reason: CrashLoopBackOff, message: back-off restarting failed container } } }
- name: restarted
  match: { pod.waiting: [CrashLoopBackOff], status.phase: [Running] }
  delay: { ms: 1000, doubles: restarts }
  next: { ready: true, container: { running: true } }
- name: failed
  match: { pod.outcome: [failure], spec.restartPolicy: [Never], status.phase: [Running] }
  delay: { seconds: sim/exit }
  next: { phase: Failed, ready: false, reason: PodFailed, container: { terminated: { exitCode: outcome, reason: Error } } }
- name: succeeded
  match: { pod.outcome: [success], spec.restartPolicy: [Never, OnFailure], status.phase: [Running] }
  delay: { seconds: sim/exit }
  next: { phase: Succeeded, ready: false, reason: PodCompleted, container: { terminated: { exitCode: 0, reason: Completed } } }
`

/**
 * The stages of pods that bring them up and end them as their annotations ask for. The first stage whose conditions hold
 * comes next, after its delay. docs/simulated-nodes.md
 */
export const annotatedStages: string = stagesWith('')

const resizeStages = `
- name: resize-pending
  match: { pod.resize: [infeasible, deferred], metadata.deletionTimestamp: absent }
  delay: { ms: 100 }
  next: { resize: pending }
- name: resize-started
  match: { pod.resize: [fits], metadata.deletionTimestamp: absent }
  delay: { ms: 100 }
  next: { resize: started }
- name: resized
  match: { pod.resize: [in-progress], metadata.deletionTimestamp: absent }
  delay: { ms: 500, annotation: sim/resize-ms }
  next: { resize: completed }
`

/**
 * The stages of pods on simulated nodes: the same, and pods can be resized, and a pod of a Job succeeds after a while, as
 * its program would. [LC82] [LC83]
 */
export const defaultStages: string = `${resizeStages.trimEnd()}${stagesWith(', resources: true')}
- name: finished
  match: { pod.owner: [Job], pod.outcome: absent, metadata.annotations.sim/run-indexes: absent, status.phase: [Running] }
  delay: { ms: 3000, annotation: sim/run-ms }
  next: { phase: Succeeded, ready: false, reason: PodCompleted, container: { terminated: { exitCode: 0, reason: Completed } } }
`
