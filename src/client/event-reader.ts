import { parseExactJson } from '#api/exact-json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { WatchEvent } from '#api/watch-event.ts'

export interface ReadEvent {
  readonly event: WatchEvent<ApiObject>
  /** With its line feed. */
  readonly bytes: number
}

/** The point at which a connection breaks: after a number of bytes, or in the middle of the next event. */
export type CutPoint = number | 'mid-event'

const LINE_FEED = 10

/** Reads the events of a watch, whose connection can break at any byte. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #rest = new Uint8Array(0)
  #cut: CutPoint | null = null
  #isCut = false

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
  }

  /** True after the connection broke at the chosen point. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Number of bytes of an event that did not arrive as a whole. */
  get partialBytes(): number {
    return this.#rest.length
  }

  /** Breaks the connection at a point of the bytes that are read from now on. */
  cutAt(point: CutPoint): void {
    this.#cut = point
  }

  close(): void {
    // The result of the cancellation does not matter.
    void this.#reader.cancel().catch(() => undefined)
  }

  /** Yields the events of one chunk at a time. */
  async *events(): AsyncGenerator<readonly ReadEvent[]> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (done) return
        const taken = this.#taken(value)
        const events = this.#split(taken)
        if (events.length > 0) yield events
        if (this.#isCut) return
      }
    } finally {
      this.close()
    }
  }

  /** Returns the bytes of a chunk that arrive before the connection breaks. */
  #taken(chunk: Uint8Array): Uint8Array {
    const point = this.#cut
    if (point === null) return chunk
    const line = chunk.indexOf(LINE_FEED)
    const left = point === 'mid-event' ? Math.floor((line < 0 ? chunk.length : line) / 2) : point
    if (left > chunk.length) {
      this.#cut = point === 'mid-event' ? point : left - chunk.length
      return chunk
    }
    this.#isCut = true
    return chunk.subarray(0, left)
  }

  #split(chunk: Uint8Array): readonly ReadEvent[] {
    const all = new Uint8Array(this.#rest.length + chunk.length)
    all.set(this.#rest)
    all.set(chunk, this.#rest.length)
    const events: ReadEvent[] = []
    let start = 0
    for (let end = all.indexOf(LINE_FEED); end >= 0; end = all.indexOf(LINE_FEED, start)) {
      const line = this.#decoder.decode(all.subarray(start, end))
      if (line !== '') events.push({ event: parseExactJson(line) as WatchEvent<ApiObject>, bytes: end + 1 - start })
      start = end + 1
    }
    this.#rest = all.slice(start)
    return events
  }
}
