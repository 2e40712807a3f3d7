import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { isSidecar } from '#server/resources/parts/pod-spec/pod-level-resources.ts'
import { age, ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ContainerStatus, Pod } from '#server/kinds/types/core-v1.ts'
import { isReady } from './conditions.ts'

const orNone = (text: string | undefined): string => (text ? text : '<none>')

/** The values shared by the columns about containers. */
interface Progress {
  readonly ready: number
  readonly reason: string
  readonly restarts: number
  readonly lastRestart: string
}

/** Returns the STATUS column of a pod, the reason in one word, with the counts of its containers. [POD51] */
function progress(pod: Pod): Progress {
  const starting = startProgress(pod)
  const initialized = (pod.status?.conditions ?? []).some(
    ({ type, status }) => type === 'Initialized' && status === 'True',
  )
  const found = starting.initializing && !initialized ? starting : runProgress(pod, starting)
  return { ...found, reason: deletionReason(pod) ?? found.reason }
}

interface Restarts {
  readonly restarts: number
  readonly lastRestart: string
}

interface Starting extends Progress {
  readonly initializing: boolean
  /** Restarts of sidecars alone: those of other init containers are not counted once the pod runs. */
  readonly sidecars: Restarts
}

function firstReason({ status = {} }: Pod): string {
  const gated = (status.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return gated ? 'SchedulingGated' : status.reason ? status.reason : (status.phase ?? '')
}

function startProgress(pod: Pod): Starting {
  const containers = pod.spec?.initContainers ?? []
  const sidecarNames = new Set(containers.filter(isSidecar).map(({ name }) => name))
  let all = noRestarts
  let sidecars = noRestarts
  let ready = 0
  for (const [at, container] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const isOne = sidecarNames.has(container.name)
    all = withRestarts(all, container)
    if (isOne) sidecars = withRestarts(sidecars, container)
    if (hasSucceeded(container)) continue
    if (!isOne || container.started !== true) {
      const reason = initReason(container) ?? `Init:${at}/${containers.length}`
      return { ...all, ready, reason, sidecars, initializing: true }
    }
    if (container.ready) ready += 1
  }
  return { ...all, ready, reason: firstReason(pod), sidecars, initializing: false }
}

const noRestarts: Restarts = { restarts: 0, lastRestart: '' }

const withRestarts = ({ restarts, lastRestart }: Restarts, container: ContainerStatus): Restarts => ({
  restarts: restarts + (container.restartCount ?? 0),
  lastRestart: later(lastRestart, endOf(container)),
})

function hasSucceeded({ state }: ContainerStatus): boolean {
  const terminated = state?.terminated
  return terminated !== undefined && terminated !== null && (terminated.exitCode ?? 0) === 0
}

function initReason({ state }: ContainerStatus): string | null {
  const { terminated, waiting } = state ?? {}
  if (terminated) return `Init:${terminated.reason ? terminated.reason : exitText(terminated)}`
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : null
}

const exitText = ({ signal, exitCode }: { signal?: number | undefined; exitCode?: number | undefined }): string =>
  signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`

function runProgress(pod: Pod, { ready: readyBefore, sidecars }: Starting): Progress {
  let [ready, restarts, lastRestart] = [readyBefore, sidecars.restarts, sidecars.lastRestart]
  let [reason, hasRunning] = [firstReason(pod), false]
  for (const container of (pod.status?.containerStatuses ?? []).toReversed()) {
    restarts += container.restartCount ?? 0
    lastRestart = later(lastRestart, endOf(container))
    const why = stopReason(container)
    if (why !== null) reason = why
    else if (container.ready && container.state?.running) {
      hasRunning = true
      ready += 1
    }
  }
  if (reason === 'Completed' && hasRunning) reason = isReady(pod.status) ? 'Running' : 'NotReady'
  return { ready, reason, restarts, lastRestart }
}

function stopReason({ state }: ContainerStatus): string | null {
  const { waiting, terminated } = state ?? {}
  if (waiting?.reason) return waiting.reason
  if (!terminated) return null
  return terminated.reason ? terminated.reason : exitText(terminated)
}

const endOf = ({ lastState }: ContainerStatus): string => lastState?.terminated?.finishedAt ?? ''
const later = (a: string, b: string): string => (a === '' || (b !== '' && Date.parse(b) > Date.parse(a)) ? b : a)

function deletionReason({ metadata, status = {} }: Pod): string | null {
  if (metadata.deletionTimestamp === undefined) return null
  if (status.reason === 'NodeLost') return 'Unknown'
  return status.phase === 'Failed' || status.phase === 'Succeeded' ? null : 'Terminating'
}

function readinessGates({ spec = {}, status = {} }: Pod): string {
  const gates = spec.readinessGates ?? []
  if (gates.length === 0) return '<none>'
  const open = gates.filter(({ conditionType }) =>
    (status.conditions ?? []).some(({ type, status: value }) => type === conditionType && value === 'True'),
  )
  return `${open.length}/${gates.length}`
}

const containerCount = ({ spec = {} }: Pod): number =>
  (spec.containers ?? []).length + (spec.initContainers ?? []).filter(isSidecar).length

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<Pod>(
    'Ready',
    'The number of ready containers, and of all containers.',
    (pod) => `${progress(pod).ready}/${containerCount(pod)}`,
  ),
  kindColumn<Pod>('Status', 'The state of the pod, or the reason why it does not run.', (pod) => progress(pod).reason),
  kindColumn<Pod>(
    'Restarts',
    'The number of container restarts, and the time since the last one.',
    (pod, { nowMs }) => {
      const { restarts, lastRestart } = progress(pod)
      return restarts === 0 || lastRestart === '' ? String(restarts) : `${restarts} (${age(lastRestart, nowMs)} ago)`
    },
  ),
  ageColumn,
  kindColumn<Pod>('IP', 'The address of the pod.', ({ status }) => orNone(status?.podIPs?.[0]?.ip), { priority: 1 }),
  kindColumn<Pod>('Node', 'The name of the node.', ({ spec }) => orNone(spec?.nodeName), { priority: 1 }),
  kindColumn<Pod>(
    'Nominated Node',
    'The node on which other pods are being evicted for this one.',
    ({ status }) => orNone(status?.nominatedNodeName),
    { priority: 1 },
  ),
  kindColumn<Pod>('Readiness Gates', 'The number of readiness gates that are met, and of all.', readinessGates, {
    priority: 1,
  }),
]

/** Returns a row condition that lets clients display a terminated pod as completed. [POD52] */
export function rowConditions(object: ApiObject): readonly JsonObject[] {
  const phase = (object as Pod).status?.phase
  if (phase !== 'Succeeded' && phase !== 'Failed') return []
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.'
  return [{ type: 'Completed', status: 'True', reason: phase, message }]
}
