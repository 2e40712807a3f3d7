import type { StoreEvent, WatchRequest } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { ConvertedObject } from './converted-object.ts'

interface Conversions {
  convert(stored: StoredObject): Promise<StoredObject>
  /** The converted objects that match at the start of the watch. */
  before(): Promise<readonly StoredObject[]>
  onBusy(isBusy: boolean): void
}

/** The events of one watch, converted one after the other and delivered in their order. [CNV3] */
export class ConvertedEvents {
  readonly #request: WatchRequest
  readonly #conversions: Conversions
  /** The last matching state of every object, where a selector narrows the watch. */
  #matching: Map<string, StoredObject> | null = null
  #work: Promise<void> = Promise.resolve()
  #pending = 0
  #isOpen = true
  /** Every event up to this revision was handed on. */
  told: number

  constructor(request: WatchRequest, conversions: Conversions) {
    this.#request = request
    this.#conversions = conversions
    this.told = request.after
  }

  add(events: readonly StoreEvent[]): void {
    this.#then(async () => {
      const converted: StoreEvent[] = []
      for (const event of events) {
        const seen = await this.#seen(event)
        if (seen !== null) converted.push(seen)
      }
      this.told = events.at(-1)?.stored.revision ?? this.told
      if (this.#isOpen && converted.length > 0) this.#request.onEvents(converted)
    })
  }

  end(error: Error | null): void {
    this.#then(async () => this.#finish(error))
  }

  stop(): void {
    this.#isOpen = false
    this.#conversions.onBusy(false)
  }

  #then(work: () => Promise<void>): void {
    this.#pending += 1
    this.#conversions.onBusy(this.#isOpen)
    this.#work = this.#work
      .then(() => (this.#isOpen ? work() : undefined))
      .catch((error: unknown) => this.#finish(error instanceof Error ? error : new Error(String(error))))
      .then(() => {
        this.#pending -= 1
        if (this.#pending === 0) this.#conversions.onBusy(false)
      })
  }

  #finish(error: Error | null): void {
    if (!this.#isOpen) return
    this.stop()
    this.#request.onEnd(error)
  }

  /**
   * Converts an event to one of the watcher: an object that starts to match is ADDED, one that stops is DELETED with
   * its last matching state.
   */
  async #seen({ type, stored }: StoreEvent): Promise<StoreEvent | null> {
    const { matches } = this.#request
    const converted = await this.#conversions.convert(stored)
    if (matches === undefined) return eventOf(type, converted)
    this.#matching ??= new Map((await this.#conversions.before()).map((each) => [each.key, each]))
    const was = this.#matching.get(stored.key)
    const isNow = type !== 'DELETED' && matches(converted)
    if (isNow) this.#matching.set(stored.key, converted)
    else this.#matching.delete(stored.key)
    if (isNow) return eventOf(was === undefined ? 'ADDED' : 'MODIFIED', converted)
    return was === undefined ? null : eventOf('DELETED', lastState(was, stored))
  }
}

/** Returns the last matching state with the resourceVersion of the change that ended the match. */
function lastState({ object }: StoredObject, stored: StoredObject): StoredObject {
  const metadata = { ...object.metadata, resourceVersion: String(stored.revision) }
  return new ConvertedObject(stored, { ...object, metadata })
}

const eventOf = (type: StoreEvent['type'], stored: StoredObject): StoreEvent => ({
  type,
  stored,
  line: () => {
    throw new Error('events of converted objects are printed by who shows them')
  },
})
