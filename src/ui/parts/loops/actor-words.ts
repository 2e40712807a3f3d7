import type { ControllerStatus } from '#facts/fact.ts'
import { countText } from '#ui/model/words.ts'

/** Loops, nodes and stages, in the groups in which they are listed. */
export interface ActorGroups {
  readonly loops: readonly ControllerStatus[]
  readonly nodes: readonly ControllerStatus[]
  readonly stages: readonly ControllerStatus[]
  /** The nodes together, whose error is that of the stages. */
  readonly all: ControllerStatus | undefined
}

const together = 'simulated-nodes'

/** Sorts what acts into loops, nodes and stages, in the server's order. [LI1] */
export function groupActors(controllers: Iterable<ControllerStatus>): ActorGroups {
  const every = [...controllers]
  const ofKind = (kind: ControllerStatus['kind']): readonly ControllerStatus[] =>
    every.filter((each) => each.kind === kind && each.name !== together)
  return {
    loops: ofKind(undefined),
    nodes: ofKind('node'),
    stages: ofKind('stage'),
    all: every.find(({ name }) => name === together),
  }
}

/** `stage-running` -> `running` */
export const shownName = ({ name, kind }: ControllerStatus): string =>
  kind === 'stage' ? name.replace(/^stage-/, '') : name

/** Says in words what a loop, a node or a stage does. [LI1] */
export function stateWords(actor: ControllerStatus): string {
  const { paused, silent, waiting = 0, delayMs = 0, syncCount, lastError, kind } = actor
  const things = kind === undefined ? 'key' : 'pod'
  if (silent === true) return 'silent: its kubelet reports nothing'
  const queue = waiting === 0 ? 'nothing waits' : `${countText(waiting, things)} ${waiting === 1 ? 'waits' : 'wait'}`
  if (paused) return `paused, ${queue}`
  const acted = syncCount === 0 ? 'has not acted yet' : `acted ${countText(syncCount, 'time')}`
  const slow = delayMs === 0 ? '' : `, each ${delayMs / 1000} s later${waiting === 0 ? '' : `, ${queue}`}`
  const error = lastError === '' ? '' : `, failing: ${lastError}`
  return `${acted}${slow}${error}`
}

/** Says what runs. */
export function summaryWords({ loops, nodes, stages }: ActorGroups): string {
  const held = [...loops, ...nodes, ...stages].filter(({ paused }) => paused).length
  const parts = [countText(loops.length, 'loop'), countText(nodes.length, 'node'), countText(stages.length, 'stage')]
  return `${parts.join(', ')}${held === 0 ? '' : `; ${held} paused`}`
}
