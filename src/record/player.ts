import { ApiError } from '#api/api-error.ts'
import { type Cassette, type Chunk, type Track, TrackChooser } from './cassette.ts'

/** `step`: each piece of a stream waits for {@link Player.step}. */
export type ReplaySpeed = number | 'step'

export interface Player {
  /** Answers a request by its next track. */
  answer(method: string, target: string, signal: AbortSignal): Response
  /** Delivers the next piece of each open stream; returns how many streams had one. */
  step(): number
}

interface Stepped {
  next(): void
}

/** Answers requests by the tracks of a cassette, streams with their recorded times at `speed`. [RCD7] */
export function createPlayer(cassette: Cassette, speed: ReplaySpeed): Player {
  const chooser = new TrackChooser(cassette)
  const waiting = new Set<Stepped>()
  const pause = (ms: number): Promise<void> => {
    if (speed !== 'step') return new Promise((resolve) => setTimeout(resolve, ms / speed))
    return new Promise((resolve) => {
      const entry: Stepped = {
        next() {
          waiting.delete(entry)
          resolve()
        },
      }
      waiting.add(entry)
    })
  }
  return {
    step() {
      const ready = [...waiting]
      for (const stream of ready) stream.next()
      return ready.length
    },
    answer(method, target, signal) {
      const track = chooser.choose({ method, target, body: '' })
      if (track === undefined) return notRecorded(method, target)
      return playTrack(track, { pause, signal })
    },
  }
}

/** The reader of an answer. */
interface Reading {
  /** Waits before each piece of a stream. */
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  /** The stream fails when the signal aborts, as that of `fetch`; otherwise it stays open for its host to cancel. */
  readonly failsOnAbort?: boolean
}

/** Returns the answer of a track. */
export function playTrack(track: Track, reading: Reading): Response {
  const { status, contentType } = track
  const body = status === 204 || status === 304 ? null : bodyOf(track, reading)
  return new Response(body, { status, headers: { 'content-type': contentType } })
}

function notRecorded(method: string, target: string): Response {
  const [path = ''] = target.split('?', 1)
  const error = new ApiError('NotFound', `this cassette has no answer to ${method} ${path}`)
  return Response.json(error.toStatus(), { status: 404 })
}

/** @throws DOMException for a text that is no base64 */
const bytesOf = ({ bytes }: Chunk): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))

const isWatch = (target: string): boolean => /[?&]watch=(?:1|true)(?:&|$)/.test(target)

const joined = (chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(chunks.flatMap((chunk) => [...bytesOf(chunk)]))

/** An answer that came at once is sent at once; a stream keeps its pauses, and stays open if it was open. */
function bodyOf(
  { target, chunks, atMs, endMs }: Track,
  { pause, signal, failsOnAbort = false }: Reading,
): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  const isWhole = endMs !== null && endMs - atMs < 1000 && (chunks.length < 2 || !isWatch(target))
  if (isWhole) return joined(chunks)
  let at = 0
  let lastMs = atMs
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        if (failsOnAbort) signal.addEventListener('abort', () => controller.error(signal.reason), { once: true })
      },
      async pull(controller) {
        const chunk = chunks[at]
        const untilMs = chunk?.atMs ?? endMs
        if (untilMs === null) return untilAborted(signal)
        await pause(Math.max(0, untilMs - lastMs))
        if (failsOnAbort && signal.aborted) return
        lastMs = untilMs
        at += 1
        if (chunk === undefined) controller.close()
        else controller.enqueue(bytesOf(chunk))
      },
    },
    { highWaterMark: 0 },
  )
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
