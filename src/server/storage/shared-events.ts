import type { Revision } from '#api/revision.ts'
import type { StorageError } from './log.ts'
import type { StoreEvent, WatchRequest } from './object-store.ts'

/** What a reader of a channel wants. */
export interface ReaderOptions {
  /** Events up to it are not told. */
  readonly after: Revision | 0
  /** The bytes of one event. Called once for all readers of a channel. */
  readonly encode: (event: StoreEvent) => Uint8Array
  /** The bytes of the first event that this reader takes, where they are its own; `null`: those of all readers. */
  readonly encodeFirst: (event: StoreEvent) => Uint8Array | null
  /** Something can be taken, after a `take` that gave nothing. */
  onReady(): void
  /** Nothing follows what is pending. */
  onEnd(error: StorageError | null): void
  /** Whether the client accepts nothing at the moment. */
  isStalled(): boolean
  /** Its share is full: too much is pending for it. It is stopped already. */
  onSlow(): void
}

/** A place in the events of a channel. */
export interface EventReader {
  /** What follows, in pieces, about `bytesMax` bytes. */
  take(bytesMax: number): readonly EventPiece[]
  readonly pendingCount: number
  stop(): void
}

/** Encoded events, shared by all readers: never to be written to. */
export interface EventPiece {
  readonly bytes: Uint8Array
  readonly count: number
  readonly revision: Revision
}

/** What may be pending for a reader that accepts nothing, and for one that is only behind because the server is busy. [WA14] */
const stalledShare = { count: 1_000, bytes: 1024 * 1024 }
const behindShare = { count: 50_000, bytes: 64 * 1024 * 1024 }
/** A piece of more than one event is not longer than that. */
const pieceBytesMax = 32 * 1024
/** What is kept for readers that come later, so that they need no channel of their own. */
const keptCountMax = 64
const keptBytesMax = 128 * 1024
/** Readers whose share is looked at with each batch. */
const sweepCount = 64

/** Events that one reader or all readers take at once; a link of a chain. */
class Link {
  next: Link | null = null
  readonly events: readonly StoreEvent[]
  /** Events and bytes of the chain up to here. */
  readonly count: number
  readonly bytes: number
  #encoded: Uint8Array | null = null

  constructor(events: readonly StoreEvent[], bytes: number, before: Link | null) {
    this.events = events
    this.count = (before?.count ?? 0) + events.length
    this.bytes = (before?.bytes ?? 0) + bytes
  }

  get revision(): Revision | 0 {
    return this.events.at(-1)?.stored.revision ?? 0
  }

  encoded(encode: (event: StoreEvent) => Uint8Array): Uint8Array {
    return (this.#encoded ??= joinLines(this.events.map(encode)))
  }
}

/** One buffer of all lines. May be one of them: never to be written to. */
export function joinLines(lines: readonly Uint8Array[]): Uint8Array {
  if (lines.length === 1 && lines[0] !== undefined) return lines[0]
  const joined = new Uint8Array(lines.reduce((sum, line) => sum + line.length, 0))
  let at = 0
  for (const line of lines) {
    joined.set(line, at)
    at += line.length
  }
  return joined
}

/**
 * The events of one selection in one encoding, as a chain. Each reader holds only its place in it, so an event costs a
 * reader that does not read nothing, and what all have read is garbage. [WA14] [WA15]
 */
class Channel {
  readonly #stopWatch: () => void
  readonly #onEmpty: () => void
  readonly #readers = new Set<Reader>()
  /** Readers that have all and want to hear of more. */
  #idle: Reader[] = []
  #sweep: Iterator<Reader> = [][Symbol.iterator]()
  /** The oldest link kept for readers that come later. */
  #kept: Link
  tail: Link
  /** A reader that has seen all up to here can join. */
  #since: number
  #end: { readonly error: StorageError | null } | null = null

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

  /** Where a reader that has seen all up to `after` would go on; `null` when that is forgotten. */
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

  /** Wakes `reader` when something comes; one whose channel has ended is told so. */
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

  #finish(error: StorageError | null): void {
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

  /** Looks at some of the readers in turn, so that a thousand that lag cost a batch no more than a few. */
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

  end(error: StorageError | null): void {
    this.stop()
    this.#options.onEnd(error)
  }

  cutIfSlow(): void {
    const { tail } = this.#channel
    const share = this.#options.isStalled() ? stalledShare : behindShare
    if (this.pendingCount <= share.count && tail.bytes - this.#place.bytes <= share.bytes) return
    this.stop()
    this.#options.onSlow()
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    // Lets go of the chain: a stopped reader must not keep it in memory.
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

/** Parts of one batch, each with its bytes, that fit a piece. */
function inPieces(events: readonly StoreEvent[]): readonly (readonly [readonly StoreEvent[], number])[] {
  const pieces: [StoreEvent[], number][] = []
  let last: [StoreEvent[], number] | undefined
  for (const event of events) {
    const bytes = event.stored.encoded.byteLength(true)
    if (last === undefined || last[1] + bytes > pieceBytesMax) pieces.push((last = [[], 0]))
    last[0].push(event)
    last[1] += bytes
  }
  return pieces
}

/** Finds channels by what they tell, so that watches of the same selection in the same encoding share one. */
export class SharedEvents {
  readonly #channels = new Map<string, readonly Channel[]>()

  /**
   * A reader of the events of `request` after `options.after`. Equal keys must mean an equal prefix, selection and
   * encoding. @throws StorageError compacted
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
