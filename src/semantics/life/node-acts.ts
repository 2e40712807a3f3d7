import type { SimulatedNode } from '#server/controllers/simulated-nodes/node-objects.ts'
import type { Orchard } from '#server/start-orchard.ts'
import type { Loose, RecordedStep, Recording } from './recording.ts'

/** Something that a user or a kubelet does at a moment of a replay. */
export interface Act {
  readonly ms: number
  /** Reports whether the condition that the user waited for is met. */
  readonly isDue?: () => boolean
  readonly run: () => Promise<unknown> | undefined
}

/** Returns the acts of the recording's kubelets on nodes, derived from its steps and notes. */
export function nodeActs(recording: Recording, run: number, nodes: Orchard['nodes']): Act[] {
  const { steps, kubeletActs = [] } = recording
  const stopsWhenDeleted = kubeletActs.some((act) => act.includes('stops'))
  const acts: Act[] = []
  for (const step of steps) {
    const ms = msOf(step, run)
    const { actor, verb, name } = step
    if (actor === 'kubelet') {
      const act = kubeletAct(step, steps, nodes)
      if (act !== null) acts.push({ ms, run: act })
    }
    const stop = (): Promise<void> | undefined => nodes?.setRunning(name, false)
    if (stopsWhenDeleted && actor === 'user' && verb === 'delete' && step.resource === 'nodes')
      acts.push({ ms: ms - 1, run: stop })
    if (actor === 'node-controller' && step.resource === 'nodes/status')
      acts.push({ ms: silenceBefore(steps, ms, run), run: stop })
  }
  return acts
}

/** Returns the time of a step in a run, or in another run if that one does not contain it. */
export const msOf = ({ ms }: RecordedStep, run: number): number => ms[run] ?? ms.find((each) => each !== null) ?? 0

/** Returns when the kubelet of a node stopped: after the last step that is well before `lostMs`, when the node was declared lost. */
function silenceBefore(steps: readonly RecordedStep[], lostMs: number, run: number): number {
  const earlier = steps.map((step) => msOf(step, run)).filter((ms) => ms < lostMs - 20_000)
  return Math.max(...earlier) + 1200
}

/** Returns the acts that a recorded write of a kubelet about its node stands for. */
function kubeletAct(
  step: RecordedStep,
  steps: readonly RecordedStep[],
  nodes: Orchard['nodes'],
): (() => Promise<void> | undefined) | null {
  if (step.verb === 'create' && step.resource === 'nodes') return () => nodes?.add(...nodeOf(step, steps))
  const [before, after] = step.changes?.['status.conditions[type=Ready].status'] ?? []
  if (step.resource !== 'nodes/status') return null
  if (before === 'False' || after === 'False') return () => nodes?.setReady(step.name, after === 'True')
  return before === 'Unknown' ? () => nodes?.setRunning(step.name, true) : null
}

/** A node as its kubelet created it, and whether it reported it ready at first. */
function nodeOf({ name, object }: RecordedStep, steps: readonly RecordedStep[]): [SimulatedNode, boolean] {
  const status = steps.find((each) => each.resource === 'nodes/status' && each.name === name)
  const conditions = (status?.changes?.['status.conditions']?.[1] ?? []) as Loose[]
  const isReady = conditions.find(({ type }) => type === 'Ready')?.status !== 'False'
  return [{ name, labels: object?.metadata.labels, taints: object?.spec?.taints }, isReady]
}
