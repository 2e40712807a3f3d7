import { parseExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { readLines } from '#client/read-lines.ts'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import type { Observed } from './seen-request.ts'

/** The parts of a request that was sent. */
export interface SentParts {
  readonly method: string
  readonly target: string
  readonly sent: string
  /** The headers that the sender set, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

/** Events that are kept of one stream. */
const eventsMax = 300

const isStream = ({ target }: SentParts, response: Response): boolean =>
  response.status === 200 && /[?&]watch=(?!false|0)|[?&]watch(?:&|$)/.test(target)

const eventOf = (line: string): Json => {
  try {
    return parseExactJson(line)
  } catch (error) {
    if (error instanceof SyntaxError) return { type: '', object: null }
    throw error
  }
}

/**
 * Reads an answer to its end and reports it, a stream after each event. Reads a clone if someone else needs the answer.
 * Never throws: a stream that breaks off is reported as ended.
 */
export async function observeAnswer(
  parts: SentParts,
  response: Response,
  report: (observed: Observed) => void,
): Promise<void> {
  let observed: Observed = {
    method: parts.method,
    target: parts.target,
    sent: parts.sent,
    sentType: parts.headers['content-type'] ?? '',
    id: Number(response.headers.get(REQUEST_ID_HEADER) ?? 0),
    code: response.status,
    headers: Object.fromEntries(response.headers),
    text: '',
    size: 0,
    events: [],
    isOpen: true,
  }
  const tell = (change: Partial<Observed>): void => report((observed = { ...observed, ...change }))
  try {
    if (isStream(parts, response) && response.body !== null) await readEvents(response.body, observed, tell)
    else {
      const bytes = await response.arrayBuffer()
      const text = new TextDecoder().decode(bytes)
      tell({ text, size: bytes.byteLength, isOpen: false })
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  } finally {
    if (observed.isOpen) tell({ isOpen: false })
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  start: Observed,
  tell: (change: Partial<Observed>) => void,
): Promise<void> {
  let { events, size } = start
  tell({})
  for await (const lines of readLines(body)) {
    events = [...events, ...lines.map(eventOf)].slice(-eventsMax)
    size += lines.reduce((sum, line) => sum + line.length + 1, 0)
    tell({ events, size })
  }
}
