import type { ChunkSource, ClientPace } from '#api/bodies/chunk-source.ts'
import type { EventReader } from '#server/storage/shared-events.ts'

/** A chunk of a watch stream and its revision. */
export interface WatchPiece {
  readonly bytes: Uint8Array
  readonly count: number
  /** The newest revision that the client has seen after this chunk; `null`: unchanged. */
  readonly revision: number | null
}

/** Produces chunks lazily; `null` after the last. */
export type WatchPart = () => WatchPiece | null

/** Callbacks from the stream to the session. */
export interface WatchStreamEvents {
  onTaken(piece: WatchPiece): void
  /** The client has disconnected. */
  onCancel(): void
  /** A chunk could not be produced. */
  onFailure(error: unknown): void
}

/**
 * The body of a watch: its initial parts, then the events of a channel, then what was scheduled for when they are
 * drained.
 */
export class WatchStream implements ChunkSource {
  onReady = (): void => undefined
  pace: ClientPace = 'unseen'
  #state: ChunkSource['state'] = 'open'
  #parts: WatchPart[] = []
  #reader: EventReader | null = null
  #due: WatchPart | null = null
  readonly #events: WatchStreamEvents

  constructor(events: WatchStreamEvents) {
    this.#events = events
  }

  get state(): ChunkSource['state'] {
    return this.#state === 'ended' && this.#parts.length > 0 ? 'open' : this.#state
  }

  /** The number of events that the client has not read yet. */
  get pendingCount(): number {
    return this.#reader?.pendingCount ?? 0
  }

  push(part: WatchPart): void {
    if (this.#state !== 'open') return
    this.#parts.push(part)
    this.onReady()
  }

  follow(reader: EventReader): void {
    this.#reader = reader
    this.onReady()
  }

  /** Sends `part` after all pending events. */
  whenDrained(part: WatchPart): void {
    this.#due = part
    this.onReady()
  }

  take(bytesMax: number): readonly Uint8Array[] {
    const taken: WatchPiece[] = []
    try {
      this.#takeParts(taken, bytesMax)
      if (this.#parts.length === 0) this.#takeEvents(taken, bytesMax)
    } catch (error) {
      this.#events.onFailure(error)
    }
    for (const piece of taken) this.#events.onTaken(piece)
    return taken.map(({ bytes }) => bytes)
  }

  /** Ends the stream after the pending events. */
  end(last?: WatchPiece): void {
    if (this.#state !== 'open') return
    const rest = this.#reader?.take(Infinity) ?? []
    this.#reader?.stop()
    this.#reader = null
    this.#state = 'ended'
    for (const piece of last === undefined ? rest : [...rest, last]) this.#parts.push(once(() => piece))
    this.onReady()
  }

  /** Ends the stream at once and drops pending events: the client was too slow. */
  cut(): void {
    this.#drop('ended')
  }

  /** Breaks the stream, as an aborted fetch does. */
  abort(): void {
    this.#drop('broken')
  }

  cancel(): void {
    this.#drop('broken')
    this.#events.onCancel()
  }

  #drop(state: ChunkSource['state']): void {
    this.#parts = []
    this.#reader?.stop()
    this.#reader = null
    this.#due = null
    if (this.#state === state) return
    this.#state = state
    this.onReady()
  }

  #takeParts(taken: WatchPiece[], bytesMax: number): void {
    while (sizeOf(taken) < bytesMax) {
      const part = this.#parts[0]
      if (part === undefined) return
      const piece = part()
      if (piece === null) this.#parts.shift()
      else taken.push(piece)
    }
  }

  #takeEvents(taken: WatchPiece[], bytesMax: number): void {
    const left = bytesMax - sizeOf(taken)
    if (left <= 0) return
    const events = this.#reader?.take(left) ?? []
    taken.push(...events)
    if (this.#due === null || this.#parts.length > 0 || (this.#reader?.pendingCount ?? 0) > 0) return
    const due = this.#due()
    this.#due = null
    if (due !== null) taken.push(due)
  }
}

const sizeOf = (pieces: readonly WatchPiece[]): number => pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

/** Returns a part with a single chunk, produced when it is read. */
export function once(make: () => WatchPiece): WatchPart {
  let isGiven = false
  return () => {
    if (isGiven) return null
    isGiven = true
    return make()
  }
}
