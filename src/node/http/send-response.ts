import type { Soon } from '#api/waiting/soon.ts'
import { knownSource } from '#api/bodies/chunk-source.ts'
import { PlainHeaders } from '#api/bodies/plain-headers.ts'
import { isSentPlain, knownBody } from '#api/bodies/known-body.ts'
import { compress, isCompressible } from './compression.ts'
import type { AnswerWriter } from './exchange.ts'
import { sendSource } from './send-source.ts'

interface SendOptions {
  readonly method: string
  readonly gzip: boolean
}

/** A body with a known length up to this is sent as a whole; a longer one is streamed. */
const WHOLE_BYTES_MAX = 64 * 1024 * 1024

function headersOf(response: Response): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  const add = (name: string, value: string): void => {
    headers[name] = name === 'warning' ? splitWarnings(value) : value
  }
  if (response.headers instanceof PlainHeaders) response.headers.forEachName(add)
  else response.headers.forEach((value, name) => add(name, value))
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

/** Splits warnings, which `Headers` joins with commas, into one header line each, as the reference sends them. [RQ6] */
function splitWarnings(joined: string): string[] {
  const lines: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < joined.length; at++) {
    const char = joined[at]
    if (char === '\\' && quoted) at += 1
    else if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      lines.push(joined.slice(start, at))
      start = at + ', '.length
    }
  }
  return [...lines, joined.slice(start)]
}

const carriesBody = (status: number, method: string): boolean => method !== 'HEAD' && status !== 204 && status !== 304

/** Drops a response whose client has gone. A known body is not touched: reading it would copy it into a stream. */
async function discard(response: Response): Promise<void> {
  const source = knownSource(response)
  if (source !== undefined) source.cancel('the client went away')
  else if (knownBody(response) === undefined) await response.body?.cancel()
}

/** Sends a response. Resolves when the last byte was passed to the socket, or the client has disconnected. */
export function sendResponse(out: AnswerWriter, response: Response, options: SendOptions): Soon<void> {
  const known = carriesBody(response.status, options.method) ? knownBody(response) : undefined
  // Accessing `body` of such a response would create a stream.
  if (known !== undefined && !out.isDestroyed()) return sendWhole(out, response, known, options)
  return sendOther(out, response, options)
}

async function sendOther(out: AnswerWriter, response: Response, options: SendOptions): Promise<void> {
  const { status } = response
  const source = carriesBody(status, options.method) ? knownSource(response) : undefined
  if (out.isDestroyed()) await discard(response)
  else if (source !== undefined) {
    out.writeHead(status, headersOf(response))
    out.flushHead()
    await sendSource(out, source)
  } else if (response.body === null || !carriesBody(status, options.method)) {
    await response.body?.cancel()
    out.writeHead(status, headersOf(response))
    out.end()
  } else if (Number(response.headers.get('content-length') ?? Number.NaN) <= WHOLE_BYTES_MAX)
    await sendWhole(out, response, new Uint8Array(await response.arrayBuffer()), options)
  else await sendStream(out, response, response.body)
}

function sendWhole(out: AnswerWriter, response: Response, bytes: Uint8Array, { gzip }: SendOptions): Soon<void> {
  if (gzip && !isSentPlain(response) && isCompressible(response.headers, bytes.byteLength))
    return sendPacked(out, response, bytes)
  const headers = headersOf(response)
  headers['content-length'] = String(bytes.byteLength)
  out.writeHead(response.status, headers)
  out.end(bytes)
}

async function sendPacked(out: AnswerWriter, response: Response, bytes: Uint8Array): Promise<void> {
  const packed = await compress(bytes)
  // The client may have gone meanwhile.
  if (out.isDestroyed()) return
  out.writeHead(response.status, {
    ...headersOf(response),
    'content-encoding': 'gzip',
    'content-length': packed.byteLength,
    vary: response.headers.has('vary') ? `${response.headers.get('vary') ?? ''}, Accept-Encoding` : 'Accept-Encoding',
  })
  out.end(packed)
}

/** Sends chunks as they are produced, no faster than the client reads. [ND2] */
async function sendStream(out: AnswerWriter, response: Response, body: ReadableStream<Uint8Array>): Promise<void> {
  out.writeHead(response.status, headersOf(response))
  out.flushHead()
  const reader = body.getReader()
  // The watch must end when the client disconnects, even without events. [ND2]
  out.onceClosed(() => void reader.cancel('the client went away').catch(() => undefined))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || out.isDestroyed()) break
    const ready = out.write(value)
    if (ready !== null) await ready
  }
  out.end()
}
