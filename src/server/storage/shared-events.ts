import type { ClientPace } from '#api/bodies/chunk-source.ts'
import type { Revision } from '#api/revision.ts'
import { Link, inPieces, joinLines } from './event-links.ts'
import type { StoreEvent, WatchRequest } from './object-store.ts'

/** Options of a reader of a channel. */
export interface ReaderOptions {
  /** Events up to this revision are not delivered. */
  readonly after: Revision | 0
  /** Encodes one event. Called once for all readers of a channel. */
  readonly encode: (event: StoreEvent) => Uint8Array
  /**
   * Encodes the first event of this reader, if its bytes differ from those of the other readers; `null` if they don't.
   */
  readonly encodeFirst: (event: StoreEvent) => Uint8Array | null
  /** Called when events are available after a `take` that returned nothing. */
  onReady(): void
  /** Called when no events follow the pending ones. */
  onEnd(error: Error | null): void
  /** Returns the pace of the client, which determines how much may be pending. */
  pace(): ClientPace
  /** Called when the share of the reader is full, because too much is pending for it. The reader is already stopped. */
  onSlow(): void
}

/** The position of one reader in the events of a channel. */
export interface EventReader {
  /** Returns the next events in pieces, about `bytesMax` bytes in total. */
  take(bytesMax: number): readonly EventPiece[]
  readonly pendingCount: number
  stop(): void
}

/** Encoded events, shared by all readers; never write to the bytes. */
export interface EventPiece {
  readonly bytes: Uint8Array
  readonly count: number
  readonly revision: Revision
}

/** Limits on pending events. A client that reads only lags because the server is busy. [WA14] */
const shares: Readonly<Record<ClientPace, { readonly count: number; readonly bytes: number }>> = {
  stalled: { count: 1_000, bytes: 1024 * 1024 },
  unseen: { count: 20_000, bytes: 16 * 1024 * 1024 },
  reads: { count: 50_000, bytes: 64 * 1024 * 1024 },
}
/** Number of events that are kept for readers that join later, so that they need no channel of their own. */
const keptCountMax = 64
const keptBytesMax = 128 * 1024
/** Number of readers whose share is checked with each batch. */
const sweepCount = 64

/**
 * The events of one selection in one encoding, as a linked list. Each reader holds only its position, so an event costs
 * nothing for a reader that does not read, and links that all readers have passed are garbage collected. [WA14] [WA15]
 */
class Channel {
  readonly #stopWatch: () => void
  readonly #onEmpty: () => void
  readonly #readers = new Set<Reader>()
  /** Readers that have read everything and wait for more. */
  #idle: Reader[] = []
  #sweep: Iterator<Reader> = [][Symbol.iterator]()
  /** The oldest link kept for readers that join later. */
  #kept: Link
  tail: Link
  /** A reader that has seen all events up to this revision can join. */
  #since: number
  #end: { readonly error: Error | null } | null = null

  constructor(
    after: Revision | 0,
    watch: (handlers: Pick<WatchRequest, 'onEvents' | 'onEnd'>) => () => void,
    onEmpty: () => void,
  ) {
    this.#since = after
    this.tail = this.#kept = new Link([], 0, null)
    this.#onEmpty = onEmpty
    this.#stopWatch = watch({
      onEvents: (events) => this.#add(events),
      onEnd: (error) => this.#finish(error),
    })
  }

  /**
   * Returns the position of a reader that has seen all events up to `after`; `null` when that position is no longer
   * kept.
   */
  placeAfter(after: number): Link | null {
    if (after < this.#since || this.#end !== null) return null
    let place = this.#kept
    while (place.next !== null && place.next.revision <= after) place = place.next
    return place
  }

  join(options: ReaderOptions, place: Link): EventReader {
    const reader = new Reader(this, options, place)
    this.#readers.add(reader)
    return reader
  }

  leave(reader: Reader): void {
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return
    this.#stopWatch()
    this.#onEmpty()
  }

  /** Wakes `reader` when events arrive. If the channel has ended, the reader is notified of that. */
  wait(reader: Reader): void {
    if (this.#end === null) this.#idle.push(reader)
    else reader.end(this.#end.error)
  }

  #add(events: readonly StoreEvent[]): void {
    this.#sweepSlow()
    for (const [part, bytes] of inPieces(events)) this.tail = this.tail.next = new Link(part, bytes, this.tail)
    this.#forget()
    this.#wake()
  }

  #finish(error: Error | null): void {
    this.#end = { error }
    this.#wake()
  }

  #wake(): void {
    const woken = this.#idle
    this.#idle = []
    for (const reader of woken) reader.wake()
  }

  #forget(): void {
    const { count, bytes } = this.tail
    for (let next = this.#kept.next; next !== null; next = this.#kept.next) {
      if (count - this.#kept.count <= keptCountMax && bytes - this.#kept.bytes <= keptBytesMax) return
      this.#since = next.revision
      this.#kept = next
    }
  }

  /** Checks a few readers in turn, so that a thousand slow readers do not slow down each batch. */
  #sweepSlow(): void {
    for (let seen = 0; seen < sweepCount; seen += 1) {
      const { value, done } = this.#sweep.next()
      if (done === true) {
        this.#sweep = this.#readers.values()
        return
      }
      value.cutIfSlow()
    }
  }
}

class Reader implements EventReader {
  readonly #channel: Channel
  readonly #options: ReaderOptions
  #place: Link
  #isStopped = false
  #isIdle = false
  #hasTaken = false

  constructor(channel: Channel, options: ReaderOptions, place: Link) {
    this.#channel = channel
    this.#options = options
    this.#place = place
  }

  get pendingCount(): number {
    return this.#channel.tail.count - this.#place.count
  }

  take(bytesMax: number): readonly EventPiece[] {
    const pieces: EventPiece[] = []
    let length = 0
    while (!this.#isStopped && length < bytesMax && this.#place.next !== null) {
      this.#place = this.#place.next
      const piece = this.#pieceOf(this.#place)
      if (piece === null) continue
      pieces.push(piece)
      length += piece.bytes.byteLength
    }
    if (pieces.length === 0 && !this.#isStopped && !this.#isIdle) {
      this.#isIdle = true
      this.#channel.wait(this)
    }
    return pieces
  }

  wake(): void {
    this.#isIdle = false
    if (!this.#isStopped) this.#options.onReady()
  }

  end(error: Error | null): void {
    this.stop()
    this.#options.onEnd(error)
  }

  cutIfSlow(): void {
    const { tail } = this.#channel
    const share = shares[this.#options.pace()]
    if (this.pendingCount <= share.count && tail.bytes - this.#place.bytes <= share.bytes) return
    this.stop()
    this.#options.onSlow()
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    // Release the list: a stopped reader must not keep it in memory.
    this.#place = this.#channel.tail
    this.#channel.leave(this)
  }

  #pieceOf(link: Link): EventPiece | null {
    const { encode, encodeFirst, after } = this.#options
    const { revision } = link
    const events = this.#hasTaken ? link.events : link.events.filter(({ stored }) => stored.revision > after)
    const [first, ...others] = events
    if (first === undefined || revision === 0) return null
    const own = this.#hasTaken ? null : encodeFirst(first)
    this.#hasTaken = true
    const isShared = own === null && events.length === link.events.length
    const bytes = isShared ? link.encoded(encode) : joinLines([own ?? encode(first), ...others.map(encode)])
    return { bytes, count: events.length, revision }
  }
}

/** Finds channels by their content, so that watches with the same selection and encoding share one. */
export class SharedEvents {
  readonly #channels = new Map<string, readonly Channel[]>()

  /**
   * Returns a reader of the events of `request` after `options.after`. Equal keys must mean an equal prefix, selection
   * and encoding. @throws StorageError compacted
   */
  read(
    key: string,
    options: ReaderOptions,
    watch: (request: Pick<WatchRequest, 'onEvents' | 'onEnd'>) => () => void,
  ): EventReader {
    for (const channel of this.#channels.get(key) ?? []) {
      const place = channel.placeAfter(options.after)
      if (place !== null) return channel.join(options, place)
    }
    const channel: Channel = new Channel(options.after, watch, () => this.#remove(key, channel))
    this.#channels.set(key, [...(this.#channels.get(key) ?? []), channel])
    return channel.join(options, channel.tail)
  }

  #remove(key: string, channel: Channel): void {
    const rest = (this.#channels.get(key) ?? []).filter((one) => one !== channel)
    if (rest.length === 0) this.#channels.delete(key)
    else this.#channels.set(key, rest)
  }
}
