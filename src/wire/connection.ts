import { errorText } from '#api/error-text.ts'
import type { HostStorage } from '#facts/host-status.ts'
import { findServer } from './broker.ts'
import {
  type ClientFrame,
  clientLockName,
  PROTOCOL_VERSION,
  type ServerFrame,
  serverLockName,
  workerLockName,
} from './protocol.ts'
import { unavailable } from './unavailable.ts'
import { holdLock, type WebLocks, whenReleased } from './web-locks.ts'
import { isLost, WireClient, type WireRequest } from './wire-client.ts'
import type { WirePort } from './wire-port.ts'
import { isWrite } from './writes-once.ts'

/** Time without a first frame after which a worker is restarted. */
const FIRST_WORD_MS_MAX = 10_000

/** Maximum time that a request waits for a server before it is answered with 503. */
const CONNECT_MS_MAX = 15_000

/** Servers that get a read, one after the other, while each ends before it answers. */
const READ_TRIES_MAX = 3

export type ServerPlace = 'own-shared' | 'own-dedicated' | 'other-tab'

export type ConnectionNews =
  | { readonly type: 'connected'; readonly server: string; readonly place: ServerPlace }
  | { readonly type: 'lost'; readonly unansweredCount: number }
  | { readonly type: 'storage'; readonly status: HostStorage }

export interface ConnectionOptions {
  /** Starts this page's worker, or connects to it. Called again after the worker has terminated. */
  openPort(): WirePort<ClientFrame, ServerFrame>
  /** `null` without Web Locks: then the end of a server is not detected. */
  readonly locks: WebLocks | null
  newId(): string
  report(news: ConnectionNews): void
}

interface Candidate {
  readonly client: WireClient
  readonly place: 'own' | 'other-tab'
  readonly releaseLock: () => void
  /** Stops waiting for the end of its worker, or for its first frame. */
  stopWaiting: () => void
  /** Each stops waiting for the end of one other client of the same server. */
  readonly watches: Set<() => void>
  heard: boolean
}

type News = Extract<ServerFrame, { type: 'welcome' | 'storage' | 'watch' }>

/**
 * A lasting connection to a server: when the current server ends, it connects to the next one, in this tab's worker or
 * another's. [WI5]
 */
export class Connection {
  readonly #options: ConnectionOptions
  #current: Candidate | null = null
  #own: Candidate | null = null
  #other: Candidate | null = null
  #stopSearch: (() => void) | null = null
  #stopWatching: (() => void) | null = null
  /** The reason why there is no server; `''` while one may still become available. */
  #refusal = ''
  #waiting: ((client: WireClient) => void)[] = []
  #isStartedAgain = false
  #hasFailedEarly = false

  /** Connects at once. */
  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#start()
  }

  /**
   * Sends a request. Waits for a server if there is none, up to a time limit; then returns 503. A read that a server did not
   * live to answer has changed nothing, so the next server gets it. [WI6]
   */
  async fetch(request: WireRequest): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.#fetchOnce(request)
      if (!isLost(response) || isWrite(request.method) || tries === READ_TRIES_MAX) return response
    }
  }

  async #fetchOnce(request: WireRequest): Promise<Response> {
    const client = await this.#ready(request.signal)
    if (client !== null) return client.fetch(request)
    // A caller that asks again at once must not keep the page from hearing of the next server.
    await new Promise((resolve) => void setTimeout(resolve, 0))
    return unavailable(this.#refusal === '' ? 'the server has not started' : this.#refusal)
  }

  /** Tells the server that the response of a write that a service worker handed over has arrived there. [TR6] */
  confirm(id: string): void {
    this.#current?.client.confirm(id)
  }

  /** Requests the current server to stop; the next one is used as after a crash. Without a server, starts one. */
  restart(): void {
    if (this.#current !== null) return this.#current.client.retire()
    this.#drop(this.#own)
    this.#start()
  }

  /**
   * Starts this page's worker again at once after it failed without a first frame. Returns false for a worker that was heard,
   * and the second time: then the time limit decides, so that a script that cannot be loaded is not asked for all the time. [WI5]
   */
  startAgain(): boolean {
    if (this.#isStartedAgain || this.#current !== null || this.#own?.heard === true) return false
    this.#isStartedAgain = true
    // Without a candidate its lock is not held yet; #start sees the failure then.
    if (this.#own !== null) this.#workerGone(this.#own)
    else this.#hasFailedEarly = true
    return true
  }

  #start(): void {
    this.#introduce(this.#options.openPort(), 'own', this.#options.newId()).then(
      (candidate) => {
        this.#own = candidate
        if (!this.#hasFailedEarly) return
        this.#hasFailedEarly = false
        this.#workerGone(candidate)
      },
      (error: unknown) => this.#failed(error),
    )
  }

  /** Searches for a server in other tabs, because this tab's worker has to wait. */
  #search(): void {
    this.#stopSearch?.()
    const id = this.#options.newId()
    this.#stopSearch = findServer(id, (port) => {
      this.#introduce(port, 'other-tab', id).then(
        (candidate) => (this.#other = candidate),
        (error: unknown) => this.#failed(error),
      )
    })
  }

  async #introduce(
    port: WirePort<ClientFrame, ServerFrame>,
    place: Candidate['place'],
    id: string,
  ): Promise<Candidate> {
    const { locks } = this.#options
    // Acquire the lock before sending its name: the server may only wait for a lock that is held.
    const releaseLock = locks === null ? (): void => undefined : await holdLock(locks, clientLockName(id))
    const client = new WireClient(port, (frame) => this.#heard(candidate, frame))
    const silent = setTimeout(() => this.#workerGone(candidate), FIRST_WORD_MS_MAX)
    const stopWaiting = (): void => clearTimeout(silent)
    const watches = new Set<() => void>()
    const candidate: Candidate = { client, place, releaseLock, stopWaiting, watches, heard: false }
    port.send({ type: 'hello', protocol: PROTOCOL_VERSION, client: locks === null ? '' : id })
    return candidate
  }

  #heard(candidate: Candidate, frame: News): void {
    if (frame.type === 'watch') return this.#watchOther(candidate, frame.client)
    if (frame.type === 'storage') this.#watchWorker(candidate, frame.worker)
    if (frame.type === 'welcome') {
      if (frame.protocol === PROTOCOL_VERSION) return this.#adopt(candidate, frame)
      return this.#failed('another tab runs another version of this page: close it, then reload this one')
    }
    if (candidate.place === 'own' && frame.status.type === 'waiting') this.#search()
    // Ignore the status of a waiting worker while another one has the database open.
    if (this.#current !== null && candidate !== this.#current) return
    this.#refusal = 'message' in frame.status ? frame.status.message : ''
    this.#options.report({ type: 'storage', status: frame.status })
  }

  /** Detects a worker that terminates before it has become the server. */
  #watchWorker(candidate: Candidate, worker: string): void {
    if (candidate.heard) return
    candidate.heard = true
    candidate.stopWaiting()
    const { locks } = this.#options
    if (locks !== null) {
      candidate.stopWaiting = whenReleased(locks, workerLockName(worker), () => this.#workerGone(candidate))
    }
  }

  /** Waits for the end of another client in the place of the server, which must not wait for locks itself: see host.ts. */
  #watchOther({ client, watches }: Candidate, other: string): void {
    const { locks } = this.#options
    if (locks === null) return
    const stop = whenReleased(locks, clientLockName(other), () => {
      watches.delete(stop)
      client.gone(other)
    })
    watches.add(stop)
  }

  #workerGone(candidate: Candidate): void {
    if (candidate === this.#current) return this.#lost()
    if (candidate !== this.#own && candidate !== this.#other) return
    this.#drop(candidate)
    if (candidate === this.#own) this.#start()
    else this.#search()
  }

  #adopt(candidate: Candidate, frame: Extract<ServerFrame, { type: 'welcome' }>): void {
    if (candidate === this.#current) return
    if (this.#current !== null) this.#leave(this.#current)
    if (candidate.place === 'own') {
      this.#stopSearch?.()
      this.#drop(this.#other)
      this.#other = null
    }
    const { locks, report } = this.#options
    this.#current = candidate
    this.#isStartedAgain = false
    this.#refusal = ''
    this.#stopWatching = locks === null ? null : whenReleased(locks, serverLockName(frame.server), () => this.#lost())
    const place = candidate.place === 'own' ? (`own-${frame.kind}` as const) : candidate.place
    report({ type: 'connected', server: frame.server, place })
    for (const resolve of this.#waiting.splice(0)) resolve(candidate.client)
  }

  /** Called when the current server released its lock or terminated. */
  #lost(): void {
    const lost = this.#current
    if (lost === null) return
    this.#leave(lost)
    if (lost.place === 'own') this.#start()
    else this.#search()
  }

  #leave(lost: Candidate): void {
    this.#current = null
    this.#stopWatching?.()
    this.#options.report({ type: 'lost', unansweredCount: lost.client.fail() })
    this.#drop(lost)
    if (lost.place === 'own') this.#own = null
    else this.#other = null
  }

  #drop(candidate: Candidate | null): void {
    if (candidate === null) return
    candidate.stopWaiting()
    for (const stop of candidate.watches) stop()
    candidate.client.close()
    candidate.releaseLock()
  }

  #failed(error: unknown): void {
    this.#refusal = errorText(error)
    this.#options.report({ type: 'storage', status: { type: 'error', message: this.#refusal } })
  }

  #ready(signal: AbortSignal | undefined): Promise<WireClient | null> {
    if (this.#current !== null) return Promise.resolve(this.#current.client)
    if (this.#refusal !== '') return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(null), CONNECT_MS_MAX)
      this.#waiting.push((client) => {
        clearTimeout(timer)
        resolve(client)
      })
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  }
}
