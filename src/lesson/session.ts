import { keepNewest } from '#api/caching/keep-newest.ts'
import { parseExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { CelInputs } from '#cel/cel.ts'
import { readLines } from '#client/read-lines.ts'
import type { RunningConfigs } from '#facts/config-api.ts'
import type { DebugObjects, StorageStatus } from '#facts/debug-api.ts'
import type { ContinueTokenInfo, Fact } from '#facts/fact.ts'
import type { SendPath } from '#client/send-path.ts'
import { configValue, pageValue, type WatchSeen, watchValue } from './seen-state.ts'
import { noRequest, type Observed, requestValue } from './seen-request.ts'

type Finished = Extract<Fact, { type: 'request-finished' }>

/** The learner. */
export interface Learner {
  readonly name: string
  readonly groups: readonly string[]
}

export interface SessionOptions {
  /** `fetch` as the page itself, whose requests are not part of the lesson. */
  readonly read: SendPath
  /** The name by which the server knows those requests. */
  readonly pageActor: string
  /** Objects up to this revision are the server's own. */
  readonly base: number
  readonly learner: () => Learner
  readonly kept: Readonly<Record<string, Json>>
  readonly signal: AbortSignal
}

/** The maximum number of requests that are kept for one step. */
const requestsMax = 500

/**
 * Follows a server by its facts and knows what a step's expressions see. Free of DOM: a page and a test use the same.
 * [LSN4]
 */
export class LessonSession {
  readonly #options: SessionOptions
  readonly #listeners = new Set<() => void>()
  readonly #finished = new Map<number, Finished>()
  readonly #observed = new Map<number, Observed>()
  readonly #watches = new Map<number, WatchSeen>()
  readonly #pages = new Map<number, ContinueTokenInfo>()
  #last: number | null = null
  #unnumbered = 0
  #objects: readonly ApiObject[] = []
  #objectsAt = 0
  #newest = 0
  #compacted = 0
  #config: RunningConfigs | null = null
  #requests = 0
  #kept: Readonly<Record<string, Json>>
  #reading: Promise<void> | null = null
  #firstId = 0

  private constructor(options: SessionOptions) {
    this.#options = options
    this.#kept = options.kept
  }

  /** Resolves when the state of the server is known. @throws Error when it cannot be read */
  static async open(options: SessionOptions): Promise<LessonSession> {
    const session = new LessonSession(options)
    await session.#follow()
    const status = await session.#get<StorageStatus>('/debug/storage')
    session.#newest = status.published
    session.#compacted = status.compacted
    session.#config = await session.#get<RunningConfigs>('/debug/config')
    await session.#refresh()
    return session
  }

  /** Calls `listener` after each change of the variables of expressions. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get kept(): Readonly<Record<string, Json>> {
    return this.#kept
  }

  keep(name: string, value: Json): void {
    this.#kept = { ...this.#kept, [name]: value }
  }

  /** Counts the learner's requests since the session was opened. */
  get requestCount(): number {
    return this.#requests
  }

  /** All objects of the server, its own ones included. */
  get objects(): readonly ApiObject[] {
    return this.#objects
  }

  /** Facts about a request that only the server knows; empty texts before it has reported them. */
  factOf(id: number): { readonly verb: string; readonly reason: string } {
    const { verb, reason } = this.#finished.get(id) ?? { verb: '', reason: '' }
    return { verb, reason }
  }

  /** Adds a request of the learner, or new facts about one. */
  observe(observed: Observed, isNew: boolean): void {
    // A request that the server did not number gets a negative number.
    const id = observed.id > 0 ? observed.id : isNew ? (this.#unnumbered -= 1) : this.#unnumbered
    if (id > 0 && id < this.#firstId && !this.#observed.has(id)) return
    if (isNew) {
      this.#requests += 1
      this.#last = id
    }
    this.#observed.set(id, observed)
    this.#changed()
  }

  /** Discards the ended requests and streams of the previous step. */
  beginStep(): void {
    this.#firstId = Math.max(this.#firstId, ...this.#finished.keys(), ...this.#observed.keys()) + 1
    // A stream that is still open goes on in the next step.
    for (const [id, { isOpen }] of this.#observed)
      if (!isOpen) {
        this.#observed.delete(id)
        this.#finished.delete(id)
      }
    for (const id of this.#finished.keys()) if (!this.#observed.has(id)) this.#finished.delete(id)
    for (const [id, { isOpen }] of this.#watches) if (!isOpen) this.#watches.delete(id)
    this.#last = null
    this.#changed()
  }

  /** Resolves when the objects of the newest known revision are read. */
  async settled(): Promise<void> {
    const status = await this.#get<StorageStatus>('/debug/storage')
    this.#newest = Math.max(this.#newest, status.published)
    await this.#refresh()
  }

  /** Resolves with true once `isTrue` holds, with false when it does not hold after `patienceMs`. */
  until(isTrue: () => boolean, patienceMs: number): Promise<boolean> {
    if (isTrue()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (value: boolean): void => {
        clearTimeout(timer)
        stop()
        resolve(value)
      }
      const timer = setTimeout(() => end(isTrue()), patienceMs)
      const stop = this.subscribe(() => {
        if (isTrue()) end(true)
      })
    })
  }

  /** The variables of expressions now. */
  inputs(): CelInputs {
    const { base, learner } = this.#options
    const { name, groups } = learner()
    const ids = [...new Set([...this.#finished.keys(), ...this.#observed.keys()])].toSorted((a, b) => a - b)
    const valueOf = (id: number): Json => requestValue(this.#finished.get(id), this.#observed.get(id))
    const lastFact = this.#last === null ? undefined : this.#finished.get(this.#last)
    return {
      objects: this.#objects.filter(({ metadata }) => Number(metadata.resourceVersion) > base) as Json,
      log: ids.map(valueOf),
      last: this.#last === null ? noRequest : valueOf(this.#last),
      watches: [...this.#watches.values()].map(watchValue),
      pages: [...this.#pages.values()].map(pageValue),
      config: configValue(this.#config),
      identity: {
        name: lastFact?.actor ?? '',
        how: lastFact?.stages.find(({ stage }) => stage === 'authentication')?.note ?? '',
      },
      me: { name, groups: [...groups], requests: this.#requests },
      history: { newest: this.#newest, compacted: this.#compacted },
      kept: { ...this.#kept },
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  async #get<Value>(path: string): Promise<Value> {
    const response = await this.#options.read(path, { signal: this.#options.signal })
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    return parseExactJson(await response.text()) as Value
  }

  /** Opens the stream of facts; the rest runs until the signal is aborted. */
  async #follow(): Promise<void> {
    const { read, signal } = this.#options
    const { body } = await read('/debug/facts', { signal })
    if (body === null) throw new Error('/debug/facts has no body')
    const run = async (): Promise<void> => {
      for await (const lines of readLines(body, signal)) {
        for (const line of lines) this.#take(parseExactJson(line) as Fact)
        this.#changed()
      }
    }
    // A stream that ends with the page or the server is no error: nothing has to be followed any more.
    void run().catch((error: unknown) => {
      if (!(error instanceof Error)) throw error
    })
  }

  #take(fact: Fact): void {
    switch (fact.type) {
      case 'request-finished':
        this.#finish(fact)
        break
      case 'revision-written':
        this.#newest = Math.max(this.#newest, fact.row.revision)
        this.#refreshLater()
        break
      case 'compacted':
        this.#compacted = fact.revision
        break
      case 'watch-opened':
      case 'watch-progress':
        this.#seeWatch({ watch: fact.watch, isOpen: true, why: '' })
        break
      case 'watch-closed':
        this.#seeWatch({ watch: fact.watch, isOpen: false, why: fact.why })
        break
      case 'continue-token':
        if (fact.token.actor !== this.#options.pageActor) this.#pages.set(fact.token.id, fact.token)
        break
      case 'config-reload':
        void this.#readConfig()
        break
      default:
        break
    }
  }

  #finish(fact: Finished): void {
    if (!this.#isPerson(fact.actor) || (fact.id < this.#firstId && !this.#observed.has(fact.id))) return
    keepNewest(this.#finished, [fact.id, fact], requestsMax)
  }

  #seeWatch(seen: WatchSeen): void {
    const { actor, id } = seen.watch
    if (this.#isPerson(actor)) this.#watches.set(id, seen)
  }

  /** Reports whether a user is a person or a client, as opposed to the page or a component of the server. */
  #isPerson(actor: string): boolean {
    if (actor === this.#options.pageActor) return false
    return !actor.startsWith('system:') || /^system:(?:anonymous$|serviceaccount:(?!kube-system:))/.test(actor)
  }

  async #readConfig(): Promise<void> {
    this.#config = await this.#get<RunningConfigs>('/debug/config')
    this.#changed()
  }

  #refreshLater(): void {
    void this.#refresh().catch((error: unknown) => {
      // The next write reads again.
      if (!(error instanceof Error)) throw error
    })
  }

  /** Reads all objects until none is newer; one read at a time. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#readObjects().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #readObjects(): Promise<void> {
    do {
      const { revision, items } = await this.#get<DebugObjects>('/debug/objects')
      this.#objects = items
      this.#objectsAt = revision
      this.#newest = Math.max(this.#newest, revision)
      this.#changed()
    } while (this.#objectsAt < this.#newest)
  }
}
