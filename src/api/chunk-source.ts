import { LazyResponse } from './lazy-response.ts'

/**
 * What a host knows of the client of a body. `unseen`: all that was sent may still be in the buffers of the system. `reads`: it
 * took more than these hold. `stalled`: it accepts nothing at the moment.
 */
export type ClientPace = 'unseen' | 'reads' | 'stalled'

/**
 * A body that has no end yet, as a host reads it: the host takes pieces when its connection accepts them, so nothing is
 * copied or queued for a client that does not read.
 */
export interface ChunkSource {
  /** Pieces in order, about `bytesMax` bytes; none when there is nothing yet. Pieces are shared: never write to them. */
  take(bytesMax: number): readonly Uint8Array[]
  /** `open`: more may follow. `ended`: after what can still be taken nothing follows. `broken`: the connection is to be cut. */
  readonly state: 'open' | 'ended' | 'broken'
  /** Called when there is something to take, or when the state changed, after a `take` that gave nothing. */
  onReady: () => void
  /** Set by the host. A source may end for a client that stays `unseen` or `stalled`. */
  pace: ClientPace
  /** The client went away. */
  cancel(reason: unknown): void
}

const sources = new WeakMap<Response, ChunkSource>()

/** A Response whose body is `source`. Hosts that know so take from the source; everybody else sees an ordinary stream. */
export function sourceResponse(source: ChunkSource, init: ResponseInit): Response {
  const response = new LazyResponse(() => streamOf(source), init)
  sources.set(response, source)
  return response
}

/** The source of the body, where there is one. Who takes from it must not ask for the body. */
export const knownSource = (response: Response): ChunkSource | undefined => sources.get(response)

const broken = new Error('the stream was broken off')

/** All that is there becomes one chunk, when the reader asks. */
export function streamOf(source: ChunkSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pulled: (() => void) | null = null
  // Nobody has asked for anything yet.
  source.pace = 'stalled'
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const give = (): boolean => {
          const pieces = source.state === 'broken' ? [] : source.take(Infinity)
          if (pieces.length > 0) controller.enqueue(joined(pieces))
          else if (source.state === 'ended') controller.close()
          else if (source.state === 'broken') controller.error(broken)
          return pieces.length > 0 || source.state !== 'open'
        }
        source.onReady = () => {
          // A broken stream fails at once, also for a reader that asks for nothing.
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

/** A copy, since whoever reads a stream may change or transfer what it got. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}
