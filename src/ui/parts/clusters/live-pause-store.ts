import { createStore } from 'zustand/vanilla'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { ControllerStatus } from '#facts/fact.ts'
import { createGhostWriter } from '#ui/lab/actors/ghost-writer-store.ts'
import type { GhostWriterState } from '#ui/lab/actors/writers-state.ts'
import { resumed, stopped, writersOf } from '#ui/lab/actors/paused-writers.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { clustersStore, shownCluster } from './store.ts'

/** The parts that the switch paused, so that it resumes only these. */
interface Paused {
  readonly controllers: readonly string[]
  readonly bots: GhostWriterState
}

interface LivePauseState {
  /** By name of the cluster; absent: its writers run as they did. */
  readonly paused: Readonly<Record<string, Paused | undefined>>
  readonly isChanging: boolean
}

/** Pauses all who write on a cluster by themselves while one looks at its branch. [BC4] */
export interface LivePause {
  readonly store: ReadableStore<LivePauseState>
  /** Reads what an earlier visit paused, and pauses it again: a server that started anew runs all its loops. */
  restore(live: string): Promise<void>
  toggle(live: ClusterInfo): Promise<void>
}

const KEY = 'orchard.live-pause'

const readPaused = (): LivePauseState['paused'] => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as LivePauseState['paused']
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The cluster of addresses without a name saves its choices without one. */
const savedBots = ({ isDefault, name }: ClusterInfo): ReturnType<typeof writersOf> => writersOf(isDefault ? '' : name)

function createLivePause(lab: Lab): LivePause {
  const store = createStore<LivePauseState>(() => ({ paused: {}, isChanging: false }))
  const keep = (name: string, value: Paused | undefined): void => {
    const paused = { ...readPaused(), [name]: value }
    localStorage.setItem(KEY, JSON.stringify(paused))
    store.setState({ paused })
  }
  const setBots = (live: ClusterInfo, bots: GhostWriterState): void => {
    // The tab that saves gets no event.
    const isShown = shownCluster(clustersStore(lab).store.getState())?.name === live.name
    if (isShown) partState(lab, createGhostWriter).restore(bots)
    else savedBots(live).write(bots)
  }
  const control = (live: string, name: string, paused: boolean): Promise<unknown> =>
    postJson(lab.read, `/clusters/${encodeURIComponent(live)}/debug/controllers/${encodeURIComponent(name)}`, {
      paused,
    })
  const pause = async (live: ClusterInfo): Promise<void> => {
    const path = `/clusters/${encodeURIComponent(live.name)}/debug/controllers`
    const all = await getJson<{ readonly controllers: readonly ControllerStatus[] }>(lab.read, path)
    const controllers = all.controllers.filter(({ paused }) => !paused).map(({ name }) => name)
    keep(live.name, { controllers, bots: savedBots(live).read() })
    setBots(live, stopped(savedBots(live).read()))
    for (const name of controllers) await control(live.name, name, true)
  }
  const resume = async (live: ClusterInfo, { controllers, bots }: Paused): Promise<void> => {
    for (const name of controllers) await control(live.name, name, false)
    setBots(live, resumed(savedBots(live).read(), bots))
    keep(live.name, undefined)
  }
  // Another tab may let the cluster go on.
  addEventListener('storage', ({ key }) => {
    if (key === KEY) store.setState({ paused: readPaused() })
  })
  return {
    store,
    async restore(live) {
      store.setState({ paused: readPaused() })
      for (const name of store.getState().paused[live]?.controllers ?? []) await control(live, name, true)
    },
    async toggle(live) {
      const known = store.getState().paused[live.name]
      store.setState({ isChanging: true })
      try {
        await (known === undefined ? pause(live) : resume(live, known))
      } finally {
        store.setState({ isChanging: false })
      }
    },
  }
}

export const livePause = (lab: Lab): LivePause => partState(lab, createLivePause)
