import { startStockBot } from '#samples/stock-bot.ts'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import type { Actor } from '#ui/model/api.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** Who it is to the server. */
export const ghostWriterActor: Actor = { name: 'stock-bot', groups: ['system:masters', 'system:authenticated'] }

interface GhostWriterState {
  readonly isOn: boolean
}

export interface GhostWriter {
  readonly store: ReadableStore<GhostWriterState>
  /** Starts or stops it, and remembers that for the next visit. */
  toggle(): void
  /** Goes on as remembered. */
  follow(): void
  stop(): void
}

/** Somebody who writes by himself while the page is open: off until switched on, then remembered. [IM6] */
export function createGhostWriter(lab: Lab): GhostWriter {
  const store = createOwnedStore<GhostWriterState, { toggle(): void }>(
    readSaved('ghost', { isOn: false }),
    ({ getState, setState }) => ({
      toggle() {
        setState({ isOn: !getState().isOn })
        save('ghost', getState())
      },
    }),
  )
  const bot = lab.sendAs(ghostWriterActor)
  let stop: (() => void) | null = null
  const follow = (): void => {
    stop?.()
    stop = store.getState().isOn ? startStockBot(bot) : null
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

/** Lets a remembered ghost writer go on. The answer stops it, as for a page that goes away. */
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
