import { textOf } from '#api/json.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { parseExactJson } from '#api/exact-json.ts'
/** One line of a streaming response. */
export interface StreamLine {
  readonly number: number
  readonly timeMs: number
  readonly bytes: number
  readonly text: string
  /** Type of the watch event, `''` for a line that is not a watch event. */
  readonly type: string
  readonly resourceVersion: string
  readonly kind: string
  readonly name: string
}

/** A response while it is received. An immutable value that is replaced on each change. */
export type Answer =
  | { readonly type: 'none' }
  | { readonly type: 'waiting'; readonly startMs: number; readonly target: string; readonly method: string }
  | { readonly type: 'failed'; readonly message: string; readonly target: string; readonly method: string }
  | ReceivedAnswer

export interface ReceivedAnswer {
  readonly type: 'received'
  readonly method: string
  readonly target: string
  /** Media type of the request's body; `''` without a body. */
  readonly sentType: string
  readonly startMs: number
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly requestId: number
  /** The server's trace, where the page that sent the request kept it for another page. */
  readonly trace?: FinishedRequest
  /** Time until the header arrived, and until the body ended, in ms. */
  readonly headMs: number
  readonly totalMs: number
  readonly bytes: number
  readonly body: string
  /** The received bytes of a binary response; `null` for text. */
  readonly raw: Uint8Array<ArrayBuffer> | null
  /** Lines of a stream, newest last, at most {@link LINES_MAX}; `null` when the response is a single document. */
  readonly lines: readonly StreamLine[] | null
  readonly lineCount: number
  readonly state: 'open' | 'complete' | 'cut' | 'broken'
}

export const LINES_MAX = 500

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Parses a line of a stream for display. Never throws, whatever the server sent. */
export function toStreamLine(text: string, number: number, timeMs: number): StreamLine {
  const event = parseJson(text)
  const field = (value: unknown, ...path: readonly string[]): string => {
    let at = value
    for (const name of path)
      at = typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(name) : undefined
    return textOf(at)
  }
  return {
    number,
    timeMs,
    bytes: new TextEncoder().encode(text).length + 1,
    text,
    type: field(event, 'type'),
    resourceVersion: field(event, 'object', 'metadata', 'resourceVersion'),
    kind: field(event, 'object', 'kind'),
    name: field(event, 'object', 'metadata', 'name'),
  }
}
