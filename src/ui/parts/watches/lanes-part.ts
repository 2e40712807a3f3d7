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

/** Returns the position of a lane's flag. An open lane is current even if none of its objects changed recently. */
function toFlag(lane: Lane, published: number): RailFlag {
  const last = Number(lane.lastVersion) || 0
  return {
    letter: lane.letter,
    revision: lane.state === 'open' ? Math.max(last, published) : last,
    state: flagStates[lane.state],
    title: `${lane.letter}, ${lane.spec.name}: ${lane.spec.path}, ${lane.state}`,
  }
}

/** Creates the store of the user's watches and shows their flags on the rail. */
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
