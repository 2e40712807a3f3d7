import type { Lab } from '#ui/lab/lab.ts'
import { railFlags } from '#ui/rail/flags-store.ts'
import { type RailFlag } from '#ui/rail/flags.ts'
import { createLanes, type Lanes } from './lanes-store.ts'
import type { Lane } from './lanes-state.ts'

const flagStates: Readonly<Record<Lane['state'], RailFlag['state']>> = {
  opening: 'live',
  open: 'live',
  cut: 'slow',
  ended: 'slow',
  broken: 'slow',
  refused: 'gone',
  expired: 'gone',
}

/** Where a lane's flag stands: an open one is current even when nothing of it changed lately. */
function toFlag(lane: Lane, published: number): RailFlag {
  const last = Number(lane.lastVersion) || 0
  return {
    letter: lane.letter,
    revision: lane.state === 'open' ? Math.max(last, published) : last,
    state: flagStates[lane.state],
    title: `${lane.letter}, ${lane.spec.name}: ${lane.spec.path}, ${lane.state}`,
  }
}

/** The person's watches; their flags stand on the rail. */
export function createLanesPart(lab: Lab): Lanes {
  const lanes = createLanes(lab.send)
  const flags = railFlags(lab)
  const refresh = (): void => {
    const { published } = lab.cluster.getState()
    flags.show(lanes.store.getState().lanes.map((lane) => toFlag(lane, published)))
  }
  lanes.store.subscribe(refresh)
  lab.cluster.subscribe((state, before) => {
    if (state.published !== before.published && lanes.store.getState().lanes.length > 0) refresh()
  })
  return lanes
}
