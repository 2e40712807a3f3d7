import type { HostActions, HostStatus, HostStatusStore, HostStep, HostStopped } from '#facts/host-status.ts'
import type { ConnectionNews } from '#wire/connection.ts'
import type { TransportChoice } from './transport.ts'

const start: HostStatus = {
  step: 'worker',
  stepNote: '',
  transport: 'service-worker',
  transportReason: '',
  streams: 'service-worker',
  server: 'shared',
  serverTab: '',
  elsewhere: '',
  storage: { type: 'waiting' },
  stopped: null,
}

const LOG_LINES_MAX = 40

/** The host's status, updated by the connection and the transport. [HO4] */
export interface HostStore extends HostStatusStore {
  connection(news: ConnectionNews): void
  transport(choice: TransportChoice): void
  /** The server answers at an address outside of this browser. */
  elsewhere(address: string): void
  /** Adds a line to the log that a crash report contains. */
  note(line: string): void
}

const placeNames = { 'own-shared': 'shared', 'own-dedicated': 'this-tab', 'other-tab': 'other-tab' } as const

const stoppedNow = (unansweredCount: number, log: readonly string[]): HostStopped => ({
  timeMs: Date.now(),
  message: 'The server stopped; another one is being started.',
  unansweredCount,
  logTail: [...log],
})

/** Creates the store; `actions` run the user's requests. */
export function createHostStore(actions: HostActions): HostStore {
  let state = start
  let transportChosen = false
  let connected = false
  const log: string[] = []
  const listeners = new Set<() => void>()

  const step = (): HostStep => {
    if (connected) return transportChosen ? 'done' : 'network'
    return state.storage.type === 'waiting' ? 'worker' : 'storage'
  }
  const set = (change: Partial<HostStatus>): void => {
    state = { ...state, ...change }
    state = { ...state, step: step() }
    for (const listener of listeners) listener()
  }
  const note = (line: string): void => {
    log.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
    if (log.length > LOG_LINES_MAX) log.shift()
  }

  return {
    actions,
    note,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connection(news) {
      switch (news.type) {
        case 'connected': {
          connected = true
          note(`server ${news.server} connected (${news.place})`)
          return set({ server: placeNames[news.place], stopped: null })
        }
        case 'lost': {
          connected = false
          note(`server lost, ${news.unansweredCount} without an answer`)
          return set({ stopped: stoppedNow(news.unansweredCount, log) })
        }
        case 'storage':
          note(`storage ${news.status.type}${'message' in news.status ? `: ${news.status.message}` : ''}`)
          return set({ storage: news.status })
      }
    },
    elsewhere(address) {
      transportChosen = true
      connected = true
      note(`server at ${address}`)
      set({ elsewhere: address, transport: 'direct', streams: 'direct', storage: { type: 'ready' } })
    },
    transport(choice) {
      transportChosen = true
      const direct = choice.type === 'direct'
      note(direct ? `direct transport: ${choice.reason}` : 'service worker transport')
      set({ transport: choice.type, streams: choice.type, transportReason: direct ? choice.reason : '' })
    },
  }
}
