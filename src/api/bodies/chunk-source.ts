import { LazyResponse } from './lazy-response.ts'

/**
 * The reading speed of a body's client, as far as the host knows. `unseen`: everything sent so far may still be in the
 * buffers of the operating system. `reads`: the client has taken more than these buffers hold. `stalled`: it currently
 * accepts nothing.
 */
export type ClientPace = 'unseen' | 'reads' | 'stalled'

/**
 * An unfinished body that a host reads by pulling: the host takes pieces when its connection accepts them, so that
 * nothing is copied or queued for a client that does not read.
 */
export interface ChunkSource {
  /**
   * Returns the next pieces in order, about `bytesMax` bytes; none if there is nothing yet. Pieces are shared: never
   * write to them.
   */
  take(bytesMax: number): readonly Uint8Array[]
  /**
   * `open`: more may follow. `ended`: nothing follows after the remaining pieces. `broken`: the host must cut the
   * connection.
   */
  readonly state: 'open' | 'ended' | 'broken'
  /** After a `take` that returned nothing: called when there is something to take, or when the state changed. */
  onReady: () => void
  /** Set by the host. A source may end for a client that stays `unseen` or `stalled`. */
  pace: ClientPace
  /** Called when the client disconnected. */
  cancel(reason: unknown): void
}

class SourceResponse extends LazyResponse {
  readonly source: ChunkSource

  constructor(source: ChunkSource, init: ResponseInit) {
    super(() => streamOf(source), init)
    this.source = source
  }
}

/**
 * A Response whose body is `source`. Hosts that support it take from the source directly; other readers get an
 * ordinary stream.
 */
export const sourceResponse = (source: ChunkSource, init: ResponseInit): Response => new SourceResponse(source, init)

/** Returns the source of a response's body, if there is one. A caller that takes from it must not read the body. */
export const knownSource = (response: Response): ChunkSource | undefined =>
  response instanceof SourceResponse ? response.source : undefined

const broken = new Error('the stream was broken off')

/** On each read, all available pieces become one chunk. */
export function streamOf(source: ChunkSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pulled: (() => void) | null = null
  // Taking pieces may end the source and call `onReady` again, before the outer call has closed the stream.
  let isClosed = false
  // The stream has no pending read yet.
  source.pace = 'stalled'
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const give = (): boolean => {
          const pieces = source.state === 'broken' ? [] : source.take(Infinity)
          if (pieces.length > 0) controller.enqueue(joined(pieces))
          else if (source.state !== 'open' && !isClosed) {
            isClosed = true
            if (source.state === 'ended') controller.close()
            else controller.error(broken)
          }
          return pieces.length > 0 || source.state !== 'open'
        }
        source.onReady = () => {
          // A broken stream fails at once, even without a pending read.
          if (pulled === null && source.state !== 'broken') return
          if (!give()) return
          source.pace = 'stalled'
          pulled?.()
          pulled = null
        }
      },
      pull() {
        source.pace = 'reads'
        return new Promise((resolve) => {
          pulled = resolve
          source.onReady()
        })
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Copies, because the reader of a stream may modify or transfer its chunks. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}
