import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { readRefusal, Refusal } from '#client/refusal.ts'
import type { ObjectList } from '#client/api-client.ts'
import { getJson } from '#ui/model/api.ts'
import { pause } from '#ui/model/frame.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { endsInitialEvents, errorOf } from '#ui/parts/watches/lane-events.ts'
import { type CutPoint, EventReader, type ReadEvent } from '#client/event-reader.ts'
import { filled, idle, type InformerChoice, type InformerState, withEvents, withTrail } from './informer-state.ts'

/** A slow client reads one event in this time. */
const SLOW_MS = 1000

/** The reason why a stream ended: the client left it, its connection broke, its version expired, or the server closed it. */
type Ending = 'left' | 'cut' | 'expired' | 'closed'

/**
 * A client that keeps a copy of a collection, as informers do: it fills its cache, then watches from the version of that
 * answer, resumes after the last version that it saw, and fills the cache again after 410. A stopped client has no
 * connection, so that nothing waits for it in buffers on the way. [IF1]
 */
export class InformerClient {
  readonly #fetch: typeof fetch
  readonly #choice: () => InformerChoice
  /** Called when the connection broke, so that the choice says that the client is stopped. */
  readonly #onCut: () => void
  readonly #state = createStore<InformerState>(() => idle)
  readonly store: ReadableStore<InformerState> = this.#state
  /** Ends the work of an earlier turn. */
  #turn = new AbortController()
  #reader: EventReader | null = null

  constructor(fetcher: typeof fetch, choice: () => InformerChoice, onCut: () => void) {
    this.#fetch = fetcher
    this.#choice = choice
    this.#onCut = onCut
  }

  /** Begins with an empty cache. */
  async open(path: string): Promise<void> {
    this.close()
    this.#state.setState({ ...idle, path })
    if (path !== '') await this.#run(1)
  }

  close(): void {
    this.#turn.abort()
    this.#turn = new AbortController()
    this.#reader = null
  }

  /** Goes on as chosen now: connects again, or leaves the connection. */
  async goOn(): Promise<void> {
    this.close()
    await this.#run(0)
  }

  /** Lets a stopped client read one event. */
  async deliverOne(): Promise<void> {
    this.close()
    await this.#run(1)
  }

  /** Breaks the connection at a point of what the client reads next. */
  cutAt(point: CutPoint): void {
    this.#reader?.cutAt(point)
  }

  /** Breaks the connection now. */
  cut(): void {
    this.close()
    this.#note('The connection broke between two events.')
    this.#state.setState({ phase: 'stopped' })
    this.#onCut()
  }

  #note(words: string, code = 0): void {
    this.#state.setState((state) => withTrail(state, words, code))
  }

  /** Follows the collection. A stopped client fills an empty cache and reads `allowance` events. */
  async #run(allowance: number): Promise<void> {
    const { signal } = this.#turn
    try {
      let left = allowance
      while (!signal.aborted) {
        const isStopped = this.#choice().pace === 'stopped'
        if (isStopped && left === 0) break
        if (this.#state.getState().version === '') {
          await this.#fill(signal)
          left = 0
          continue
        }
        const ending = await this.#watch(signal, isStopped ? left : Infinity)
        left = 0
        if (ending === 'cut') {
          this.#onCut()
          break
        }
        if (ending === 'closed') await pause(SLOW_MS, signal)
      }
      if (!signal.aborted) this.#state.setState({ phase: 'stopped' })
    } catch (error) {
      if (!signal.aborted) this.#state.setState({ phase: 'broken', refused: errorText(error) })
    }
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const { path } = this.#state.getState()
    this.#state.setState({ phase: 'filling', refused: '' })
    if (this.#choice().filling === 'stream') return this.#fillByStream(path, signal)
    const list = await getJson<ObjectList>((input, init) => this.#fetch(input, { ...init, signal }), path)
    const version = list.metadata.resourceVersion ?? ''
    this.#state.setState((state) =>
      withTrail(filled(state, list.items, version), `GET list: ${list.items.length} objects at ${version}`, 200),
    )
  }

  /** Opens a watch that begins with the objects, and leaves it after the bookmark that ends them. */
  async #fillByStream(path: string, signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams({
      watch: '1',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    })
    const reader = await this.#connect(`${path}?${query}`, signal)
    const objects: ApiObject[] = []
    for await (const events of reader.events()) {
      for (const [at, { event }] of events.entries()) {
        const status = errorOf(event)
        if (status !== null) throw new Refusal(status)
        if (!endsInitialEvents(event)) {
          objects.push(event.object)
          continue
        }
        const version = event.object.metadata.resourceVersion ?? ''
        const words = `WATCH with initial events: ${objects.length} objects, then a bookmark at ${version}`
        this.#state.setState((state) => withTrail(filled(state, objects, version), words, 200))
        const rest = events.slice(at + 1)
        if (rest.length > 0) this.#state.setState((state) => withEvents(state, rest))
        return
      }
    }
    throw new TypeError('the stream ended before the bookmark that follows its objects')
  }

  async #connect(target: string, signal: AbortSignal): Promise<EventReader> {
    const response = await this.#fetch(target, { signal })
    if (!response.ok || response.body === null) throw await readRefusal(response)
    const reader = new EventReader(response.body)
    signal.addEventListener('abort', () => reader.close())
    this.#reader = reader
    return reader
  }

  async #watch(signal: AbortSignal, allowance: number): Promise<Ending> {
    const { path, version } = this.#state.getState()
    const query = new URLSearchParams({ watch: '1', resourceVersion: version })
    if (this.#choice().bookmarks) query.set('allowWatchBookmarks', 'true')
    try {
      const reader = await this.#connect(`${path}?${query}`, signal)
      this.#state.setState((state) => ({
        ...withTrail(state, `WATCH from ${version}`, 200),
        phase: 'watching',
        refused: '',
      }))
      return await this.#read(reader, signal, allowance)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status.code !== 410) throw error
      return this.#expire(error.status)
    }
  }

  async #read(reader: EventReader, signal: AbortSignal, allowance: number): Promise<Ending> {
    let left = allowance
    for await (const events of reader.events()) {
      const ending = await this.#apply(events, signal, left)
      if (ending !== null) return ending
      left -= events.length
    }
    if (!reader.isCut) return signal.aborted ? 'left' : 'closed'
    this.#note(
      reader.partialBytes === 0
        ? 'The connection broke between two events.'
        : `The connection broke in an event: ${reader.partialBytes} bytes of it are discarded.`,
    )
    return 'cut'
  }

  /** Applies events one after the other, as fast as the client reads. Returns why it reads no further. */
  async #apply(events: readonly ReadEvent[], signal: AbortSignal, allowance: number): Promise<Ending | null> {
    if (this.#choice().pace === 'full' && !events.some(({ event }) => event.type === 'ERROR')) {
      this.#state.setState((state) => withEvents(state, events))
      return null
    }
    for (const [at, read] of events.entries()) {
      const status = errorOf(read.event)
      if (status?.code === 410) return this.#expire(status)
      if (status !== null) throw new Refusal(status)
      this.#state.setState((state) => withEvents(state, [read]))
      if (at + 1 >= allowance) return 'left'
      if (this.#choice().pace === 'slow') await pause(SLOW_MS, signal)
      if (signal.aborted) return 'left'
    }
    return null
  }

  /** The version is no longer kept: the cache stays as it is until it is filled again. */
  #expire(status: Status): Ending {
    const words = `WATCH from ${this.#state.getState().version}: ${status.message ?? 'Expired'}`
    this.#state.setState((state) => ({
      ...withTrail(state, words, 410),
      version: '',
      expired: status,
      phase: 'stopped',
    }))
    return 'expired'
  }
}
