import { startShopController } from '#samples/shop-controller.ts'
import { startStockBot } from '#samples/stock-bot.ts'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import type { Actor } from '#ui/model/api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** The user of the simulated writes, as the Access room lists it. */
export const ghostWriterActor: Actor = { name: 'stock-bot', groups: ['shop:bots', 'system:authenticated'] }

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Starts the sample's bots. Returns a function that stops them. */
function startBots(lab: Lab): () => void {
  const fetcher = lab.sendAs(ghostWriterActor)
  const { origin } = globalThis.location
  const stops = [
    startStockBot(fetcher, origin),
    startShopController({ fetch: fetcher, origin, now: () => Date.now(), pause }),
  ]
  return () => stops.forEach((stop) => stop())
}

interface GhostWriterState {
  readonly isOn: boolean
}

export interface GhostWriter {
  readonly store: ReadableStore<GhostWriterState>
  /** Starts or stops the ghost writer, and saves the choice for the next visit. */
  toggle(): void
  /** Starts the ghost writer if it was on at the last visit. */
  follow(): void
  stop(): void
}

/**
 * Creates the ghost writer: the sample's bots write while the page is open, until the user switches them off. The
 * switch is saved. [IM6]
 */
export function createGhostWriter(lab: Lab): GhostWriter {
  const store = createOwnedStore<GhostWriterState, { toggle(): void }>(
    readSaved('ghost', { isOn: true }),
    ({ getState, setState }) => ({
      toggle() {
        setState({ isOn: !getState().isOn })
        save('ghost', getState())
      },
    }),
  )
  let stop: (() => void) | null = null
  const follow = (): void => {
    stop?.()
    stop = store.getState().isOn ? startBots(lab) : null
  }
  return {
    store,
    toggle() {
      store.toggle()
      follow()
    },
    follow,
    stop() {
      stop?.()
      stop = null
    },
  }
}

/** Starts the ghost writer if it was on at the last visit. Returns a function that stops it. */
export function followGhostWriter(lab: Lab): () => void {
  const { follow, stop } = partState(lab, createGhostWriter)
  follow()
  return stop
}

/** The palette command that toggles the ghost writer. */
export const ghostWriterCommand: Command = {
  id: 'ghost-writer',
  section: 'Time',
  title: 'Start or stop the ghost writer',
  keys: [],
  icon: 'bolt',
  note: (lab) =>
    partState(lab, createGhostWriter).store.getState().isOn ? 'stock-bot is selling' : 'stock-bot is idle',
  run: (lab) => partState(lab, createGhostWriter).toggle(),
}
