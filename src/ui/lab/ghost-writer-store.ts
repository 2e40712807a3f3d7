import { startShopController } from '#samples/shop-controller.ts'
import { startStockBot } from '#samples/stock-bot.ts'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import type { Actor } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** The user of the simulated writes, as the Access room lists it. */
export const ghostWriterActor: Actor = { name: 'stock-bot', groups: ['shop:bots', 'system:authenticated'] }

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

export interface GhostWriterState {
  /** The stock bot writes. */
  readonly isOn: boolean
  /** The person has used the switch: from then on only the person decides. */
  readonly isChosen: boolean
  /** The shop's controller answers changes of its Deployments. */
  readonly isAnswering: boolean
}

const atFirst: GhostWriterState = { isOn: true, isChosen: false, isAnswering: true }

/** Returns the state after the person's first write: the bot makes room, unless the person has switched it on. [IM6] */
export const afterFirstWrite = (state: GhostWriterState): GhostWriterState =>
  state.isChosen ? state : { ...state, isOn: false }

/** Returns the state after the person used the switch. */
export const switched = (state: GhostWriterState): GhostWriterState => ({
  ...state,
  isOn: !state.isOn,
  isChosen: true,
})

export interface GhostWriter {
  readonly store: ReadableStore<GhostWriterState>
  /** Starts or stops the ghost writer, and saves the choice for the next visit. */
  toggle(): void
  /** Starts or stops the shop's controller, and saves the choice. */
  toggleAnswering(): void
  /** Starts the bots if they were on at the last visit. Returns a function that stops them. */
  follow(): () => void
}

/** Reports whether the cluster has the sample's books, without which the bots have nothing to do. */
export const hasBooks = (lab: Lab): boolean => lab.objects.getState().collections.has('catalog.example.v1.books')

/** Runs `start` in one tab of this cluster at a time. Returns a function that ends it. */
function inOneTab(name: string, start: () => () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const hold = (): Promise<void> =>
    new Promise((release) => {
      const stop = start()
      signal.addEventListener('abort', () => {
        stop()
        release()
      })
    })
  if (typeof navigator !== 'undefined' && 'locks' in navigator) {
    navigator.locks.request(`orchard-bots ${currentCluster()} ${name}`, { signal }, hold).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  } else void hold()
  return () => ending.abort()
}

/** Keeps `start` running while `isWanted`; `check` is called whenever that may have changed. */
function createRunner(isWanted: () => boolean, start: () => () => void): { check(): void; stop(): void } {
  let stop: (() => void) | null = null
  return {
    check() {
      if (isWanted() === (stop !== null)) return
      stop = stop === null ? start() : (stop(), null)
    },
    stop() {
      stop?.()
      stop = null
    },
  }
}

/**
 * Creates the ghost writer: the sample's stock bot writes until the person first does, or switches it off. The shop's
 * controller goes on answering. The switch is saved. [IM6]
 */
export function createGhostWriter(lab: Lab): GhostWriter {
  const change = createOwnedStore<GhostWriterState, { to(state: GhostWriterState): void }>(
    readSaved('ghost', atFirst),
    ({ setState }) => ({
      to(state) {
        setState(state)
        save('ghost', state)
      },
    }),
  )
  const fetcher = lab.sendAs(ghostWriterActor)
  const origin = typeof location === 'undefined' ? '' : location.origin
  const stockBot = createRunner(
    () => change.getState().isOn && hasBooks(lab),
    () => inOneTab('stock', () => startStockBot(fetcher, origin)),
  )
  const controller = createRunner(
    () => change.getState().isAnswering && hasBooks(lab),
    () =>
      inOneTab('controller', () =>
        startShopController({ fetch: fetcher, origin, now: () => lab.clock.store.getState().nowMs, pause }),
      ),
  )
  const check = (): void => {
    stockBot.check()
    controller.check()
  }
  return {
    store: change,
    toggle() {
      change.to(switched(change.getState()))
      check()
    },
    toggleAnswering() {
      const state = change.getState()
      change.to({ ...state, isAnswering: !state.isAnswering })
      check()
    },
    follow() {
      const endings = [
        lab.objects.subscribe((state, before) => {
          if (state.collections !== before.collections) check()
        }),
        lab.sent.subscribe((state, before) => {
          if (state.writeCount === before.writeCount) return
          change.to(afterFirstWrite(change.getState()))
          check()
        }),
        () => stockBot.stop(),
        () => controller.stop(),
      ]
      check()
      return () => endings.forEach((end) => end())
    },
  }
}

/** Starts the bots if they were on at the last visit. Returns a function that stops them. */
export const followGhostWriter = (lab: Lab): (() => void) => partState(lab, createGhostWriter).follow()

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
