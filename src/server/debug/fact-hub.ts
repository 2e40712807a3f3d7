import type { Fact, FinishedRequest } from '#facts/fact.ts'

/** A fact, or a function that builds one: rows of writes are built only if there is a listener. */
type Held = Fact | (() => Fact)

interface Listener {
  push(lines: string): void
  readonly slow: () => boolean
  end(): void
}

/** Distributes facts: the last ones are kept, and streams receive each new one. */
export interface FactHub {
  readonly listening: boolean
  report(fact: Held): void
  /** An endless stream of facts as JSON lines, starting with the last `replay` kept ones. */
  stream(replay: number, signal: AbortSignal): ReadableStream<Uint8Array>
  /** Returns the last finished requests, oldest first. */
  requests(limit: number): readonly FinishedRequest[]
  forget(): void
}

const keptMax = 1000
/** The limit of bytes that a listener has not read, after which it is dropped. */
const lagBytesMax = 16 * 1024 * 1024

/** While facts pour in, those of this time are sent as one chunk: a page draws them ten times a second. [PF2] */
const GATHER_MS = 20

const force = (held: Held): Fact => (typeof held === 'function' ? held() : held)

export function createFactHub(): FactHub {
  const listeners = new Set<Listener>()
  let kept: Held[] = []
  let requests: FinishedRequest[] = []
  let pending: Held[] = []
  let flushedMs = -Infinity
  const flush = (): void => {
    flushedMs = performance.now()
    const lines = pending.map((held) => `${JSON.stringify(force(held))}\n`).join('')
    pending = []
    for (const listener of listeners) {
      if (listener.slow()) listener.end()
      else listener.push(lines)
    }
  }
  return {
    get listening() {
      return listeners.size > 0
    },
    report(held) {
      kept = keep(kept, held)
      if (typeof held !== 'function' && held.type === 'request-finished') requests = keep(requests, held)
      if (listeners.size === 0) return
      pending.push(held)
      if (pending.length > 1) return
      const waitMs = flushedMs + GATHER_MS - performance.now()
      // After a pause, facts of one turn of the event loop are sent as one chunk, and at once.
      if (waitMs <= 0) queueMicrotask(flush)
      else setTimeout(flush, waitMs)
    },
    stream: (replay, signal) =>
      openStream(
        listeners,
        signal,
        replay === 0
          ? ''
          : kept
              .slice(-replay)
              .map((held) => `${JSON.stringify(force(held))}\n`)
              .join(''),
      ),
    requests: (limit) => requests.slice(-limit),
    forget() {
      kept = []
      requests = []
    },
  }
}

/** Truncates in blocks, so that the list is not copied for each fact. */
function keep<Value>(list: Value[], value: Value): Value[] {
  list.push(value)
  return list.length > 2 * keptMax ? list.slice(-keptMax) : list
}

function openStream(listeners: Set<Listener>, signal: AbortSignal, first: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let listener: Listener | null = null
  const end = (): void => {
    if (listener !== null) listeners.delete(listener)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (first !== '') controller.enqueue(encoder.encode(first))
        const own: Listener = {
          push: (lines) => controller.enqueue(encoder.encode(lines)),
          slow: () => (controller.desiredSize ?? 0) < -lagBytesMax,
          end: () => {
            end()
            controller.close()
          },
        }
        listener = own
        listeners.add(own)
        signal.addEventListener('abort', () => {
          if (!listeners.has(own)) return
          end()
          controller.error(new Error('the request was aborted'))
        })
      },
      cancel: end,
    },
    { highWaterMark: 1024 * 1024, size: (chunk) => chunk?.byteLength ?? 0 },
  )
}
