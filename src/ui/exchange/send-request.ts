import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import { type Answer, LINES_MAX, type ReceivedAnswer, type StreamLine, toStreamLine } from './answer.ts'
import { hasBody, type RequestDraft, toHeaders, toTarget } from './request-draft.ts'

export interface SendOptions {
  readonly fetch: typeof fetch
  readonly actor: string
  readonly signal: AbortSignal
  readonly now: () => number
  /** Called with each state of the response; the last one is neither `waiting` nor open. */
  readonly onAnswer: (answer: Answer) => void
}

/** Sends a draft and reports its response as it arrives. Never throws: a broken connection is reported as an answer. */
export async function sendRequest(draft: RequestDraft, options: SendOptions): Promise<void> {
  const target = toTarget(draft)
  const startMs = options.now()
  options.onAnswer({ type: 'waiting', startMs, target, method: draft.method })
  try {
    const response = await options.fetch(target, {
      method: draft.method,
      headers: toHeaders(draft, options.actor).map(([name, value]): [string, string] => [name, value]),
      signal: options.signal,
      ...(hasBody(draft.method) && draft.body !== '' ? { body: draft.body } : {}),
    })
    await receive(response, draft, { ...options, startMs })
  } catch (error) {
    const message = options.signal.aborted
      ? 'cut before the server answered'
      : String(error instanceof Error ? error.message : error)
    options.onAnswer({ type: 'failed', message, target, method: draft.method })
  }
}

const sentType = (draft: RequestDraft, actor: string): string =>
  toHeaders(draft, actor).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

async function receive(
  response: Response,
  draft: RequestDraft,
  options: SendOptions & { startMs: number },
): Promise<void> {
  const isBinary = (response.headers.get('content-type') ?? '').includes('protobuf')
  const streaming =
    !isBinary && response.status === 200 && draft.query.some(({ name, value }) => name === 'watch' && value !== 'false')
  let answer: ReceivedAnswer = {
    type: 'received',
    method: draft.method,
    target: toTarget(draft),
    sentType: sentType(draft, options.actor),
    startMs: options.startMs,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    requestId: Number(response.headers.get(REQUEST_ID_HEADER) ?? 0),
    headMs: options.now() - options.startMs,
    totalMs: options.now() - options.startMs,
    bytes: 0,
    body: '',
    raw: isBinary ? new Uint8Array(0) : null,
    lines: streaming ? [] : null,
    lineCount: 0,
    state: 'open',
  }
  const tell = (change: Partial<ReceivedAnswer>): void => {
    answer = { ...answer, ...change, totalMs: options.now() - options.startMs }
    options.onAnswer(answer)
  }
  tell({})
  const decoder = new TextDecoder()
  let rest = ''
  const take = (chunk: Uint8Array): void => {
    if (answer.raw !== null) return tell({ bytes: answer.bytes + chunk.length, raw: joined(answer.raw, chunk) })
    const text = decoder.decode(chunk, { stream: true })
    if (!streaming) return tell({ bytes: answer.bytes + chunk.length, body: answer.body + text })
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    tell({ bytes: answer.bytes + chunk.length, ...withLines(answer, parts, options.now()) })
  }
  tell({ state: await readAll(response, take, options.signal) })
}

/** Maximum number of bytes kept of an unbounded response. */
const rawMax = 4 * 1024 * 1024

function joined(before: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const room = Math.max(0, rawMax - before.length)
  const bytes = new Uint8Array(before.length + Math.min(room, chunk.length))
  bytes.set(before)
  bytes.set(chunk.subarray(0, room), before.length)
  return bytes
}

async function readAll(
  response: Response,
  take: (chunk: Uint8Array) => void,
  signal: AbortSignal,
): Promise<ReceivedAnswer['state']> {
  const reader = response.body?.getReader()
  if (reader === undefined) return 'complete'
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'complete'
      take(value)
    }
  } catch {
    // Both an aborted and a broken read end here; the signal distinguishes them.
    return signal.aborted ? 'cut' : 'broken'
  }
}

function withLines(answer: ReceivedAnswer, texts: readonly string[], nowMs: number): Partial<ReceivedAnswer> {
  const fresh: StreamLine[] = texts
    .filter((text) => text !== '')
    .map((text, at) => toStreamLine(text, answer.lineCount + at + 1, nowMs))
  return { lines: [...(answer.lines ?? []), ...fresh].slice(-LINES_MAX), lineCount: answer.lineCount + fresh.length }
}
