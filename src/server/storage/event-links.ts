import type { Revision } from '#api/revision.ts'
import type { StoreEvent } from './object-store.ts'

/** Maximum length in bytes of a piece that contains more than one event. */
const pieceBytesMax = 32 * 1024

/** Events that are taken together; a link of a linked list. */
export class Link {
  next: Link | null = null
  readonly events: readonly StoreEvent[]
  /** Total number of events and bytes in the list up to this link. */
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

/** Concatenates lines into one buffer. May return one of them: never write to the result. */
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

/** Splits one batch into parts that fit a piece; returns each part with its size in bytes. */
export function inPieces(events: readonly StoreEvent[]): readonly (readonly [readonly StoreEvent[], number])[] {
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
