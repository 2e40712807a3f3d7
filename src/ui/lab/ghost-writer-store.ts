import { startShopController } from '#samples/shop-controller.ts'
import { startStockBot } from '#samples/stock-bot.ts'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import type { Actor } from '#ui/model/api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** The bot that writes by itself, as the Access room lists it. */
export const ghostWriterActor: Actor = { name: 'stock-bot', groups: ['shop:bots', 'system:authenticated'] }

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Starts the sample's bots. The returned function stops them. */
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
  /** Starts or stops it, and remembers that for the next visit. */
  toggle(): void
  /** Starts if it was on at the last visit. */
  follow(): void
  stop(): void
}

/** The sample's bots write while the page is open, until they are switched off; the switch is remembered. [IM6] */
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

/** The switch in the palette. */
export const ghostWriterCommand: Command = {
  id: 'ghost-writer',
  section: 'Time',
  title: 'Start or stop the ghost writer',
  keys: [],
  icon: 'bolt',
  note: (lab) => (partState(lab, createGhostWriter).store.getState().isOn ? 'stock-bot is selling' : 'stock-bot rests'),
  run: (lab) => partState(lab, createGhostWriter).toggle(),
}
