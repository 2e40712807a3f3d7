import type { Lab } from '#ui/lab/lab.ts'
import { railFlags } from '#ui/rail/flags-store.ts'
import { railDeliveries } from '#ui/rail/deliveries-store.ts'
import { type RailFlag } from '#ui/rail/flags.ts'
import { deliveriesOf } from './deliveries.ts'
import { isLiving } from '#ui/lab/actors/ghost-writer-store.ts'
import { lanesClient } from '#ui/lab/wire-store.ts'
import type { ClusterState } from '#ui/model/cluster-state.ts'
import { readSaved, saveOnLeave } from '#ui/model/saved.ts'
import { foreignLetters, foreignWatches, isOwnLoop } from './foreign-watches.ts'
import { hasUnread, readRevision } from './delivered-rows.ts'
import { isBehind, readUpTo } from './lane-rows.ts'
import { laneWords, watchWords } from './lane-words.ts'
import { createLanes, type Lanes } from './lanes-store.ts'
import { type Lane, restoredLanes, type SavedLane, savedLanes } from './lanes-state.ts'

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
function toFlag(lane: Lane, { published, rows }: Pick<ClusterState, 'published' | 'rows'>): RailFlag {
  const last = readUpTo(lane)
  const isOpen = lane.state === 'open'
  const behind = isOpen && isBehind(lane, rows)
  return {
    letter: lane.letter,
    revision: isOpen && !behind ? Math.max(last, published) : last,
    state: behind ? 'slow' : flagStates[lane.state],
    title: `${lane.letter}, ${laneWords(lane.spec).full}, ${lane.pace === 'full' ? lane.state : lane.pace}`,
  }
}

/** Events of many lanes are drawn together, at most ten times a second. [PF2] */
const TOGETHER_MS = 100

/** Returns a function that runs the first task soon, and later ones after a pause. */
function inSteps(): (run: () => void) => void {
  let lastMs = -Infinity
  return (run) => {
    const wait = Math.max(0, lastMs + TOGETHER_MS - performance.now())
    setTimeout(() => {
      lastMs = performance.now()
      run()
    }, wait)
  }
}

/** The user of the watches that all controllers of a cluster share. */
const sharedReader = 'system:kube-controller-manager'

/** Returns the flags of other clients' watches; the server's own loops have none, those of a living cluster among them. */
function foreignFlags(lab: Lab, lanes: readonly Lane[]): readonly RailFlag[] {
  const { watches, rows, published } = lab.cluster.getState()
  const lives = isLiving(lab)
  const shown = foreignWatches(watches.values(), lanes).filter(
    (watch) => !isOwnLoop(watch) && !(lives && watch.actor === sharedReader),
  )
  const letters = foreignLetters(shown)
  return shown.map((watch) => {
    const letter = letters.get(watch.id) ?? ''
    const behind = hasUnread(watch, rows)
    return {
      letter,
      revision: behind ? readRevision(watch) : published,
      state: behind ? 'slow' : 'live',
      title: `${letter}, ${watchWords(watch).full}`,
    }
  })
}

interface SavedLanes {
  readonly lanes: readonly SavedLane[]
}

const noSaved: SavedLanes = { lanes: [] }

/** Reopens the lanes of the last visit once the server answers, and saves them when the page is left. [WT11] */
function keepLanes(lab: Lab, lanes: Lanes): void {
  if (lab.cluster.getState().connection === 'open') lanes.reopen()
  const stop = lab.cluster.subscribe(({ connection }) => {
    if (connection !== 'open') return
    stop()
    lanes.reopen()
  })
  saveOnLeave('lanes', () => ({ lanes: savedLanes(lanes.store.getState().lanes) }) satisfies SavedLanes)
}

/** Creates the store of the user's watches, and shows the flags of all watches on the rail. */
export function createLanesPart(lab: Lab): Lanes {
  const lanes = createLanes(lab.wire.through(lab.send, lanesClient), {
    newest: () => lab.cluster.getState().published,
    restored: restoredLanes(readSaved('lanes', noSaved).lanes),
    schedule: inSteps(),
  })
  keepLanes(lab, lanes)
  const flags = railFlags(lab)
  const refresh = (): void => {
    const state = lab.cluster.getState()
    const own = lanes.store.getState().lanes
    flags.show([...own.map((lane) => toFlag(lane, state)), ...foreignFlags(lab, own)])
  }
  lanes.store.subscribe(refresh)
  lab.cluster.subscribe((state, before) => {
    if (state.rows !== before.rows || state.watches !== before.watches) refresh()
  })
  railDeliveries(lab).provide((row) =>
    deliveriesOf(row, lanes.store.getState().lanes, lab.cluster.getState().watches.values()),
  )
  refresh()
  return lanes
}
