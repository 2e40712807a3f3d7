import { ApiError } from '#api/api-error.ts'
import { type Cassette, type Chunk, type Track, TrackChooser } from '#record/cassette.ts'
import type { FetchHandler } from '#node/http/fetch-handler.ts'

/** `step`: each piece of a stream waits for {@link Player.step}. */
export type ReplaySpeed = number | 'step'

export interface Player {
  readonly handle: FetchHandler
  /** Delivers the next piece of each open stream; returns how many streams had one. */
  step(): number
}

/** Path that delivers the next pieces when stepping. */
const STEP_PATH = '/replay/step'

interface Stepped {
  next(): void
}

/** Answers requests by the tracks of a cassette, streams with their recorded times at `speed`. [RCD7] */
export function createPlayer(cassette: Cassette, speed: ReplaySpeed): Player {
  const chooser = new TrackChooser(cassette)
  const waiting = new Set<Stepped>()
  const step = (): number => {
    const ready = [...waiting]
    for (const stream of ready) stream.next()
    return ready.length
  }
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
    step,
    async handle({ method, signal }, { rawTarget }) {
      if (method === 'POST' && rawTarget === STEP_PATH) return Response.json({ delivered: step() })
      const track = chooser.choose(method, rawTarget)
      if (track === undefined) return notRecorded(method, rawTarget)
      const { status, contentType } = track
      const body = status === 204 || status === 304 ? null : bodyOf(track, pause, signal)
      return new Response(body, { status, headers: { 'content-type': contentType } })
    },
  }
}

function notRecorded(method: string, target: string): Response {
  const [path = ''] = target.split('?', 1)
  const error = new ApiError('NotFound', `this cassette has no answer to ${method} ${path}`)
  return Response.json(error.toStatus(), { status: 404 })
}

const bytesOf = ({ bytes }: Chunk): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(bytes, 'base64'))

/** An answer that came at once is sent at once; a stream keeps its pauses, and stays open if it was open. */
function bodyOf(
  { chunks, atMs, endMs }: Track,
  pause: (ms: number) => Promise<void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  const isWhole = endMs !== null && chunks.length < 2 && endMs - atMs < 1000
  if (isWhole) return chunks[0] === undefined ? new Uint8Array() : bytesOf(chunks[0])
  let at = 0
  let lastMs = atMs
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = chunks[at]
        const untilMs = chunk?.atMs ?? endMs
        if (untilMs === null) return untilAborted(signal)
        await pause(Math.max(0, untilMs - lastMs))
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
