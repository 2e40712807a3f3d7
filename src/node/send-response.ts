import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { isSentPlain, knownBody } from '#api/known-body.ts'
import { compress, isCompressible } from './compression.ts'

interface SendOptions {
  readonly method: string
  readonly gzip: boolean
}

/** Known to fit in memory many times over; anything longer is sent as it comes. */
const WHOLE_BYTES_MAX = 64 * 1024 * 1024

/** A small body goes out with its head in one write. */
const JOINED_BYTES_MAX = 16 * 1024

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

function headersOf(response: Response): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) headers[name] = value
  // `Headers` joins them with a comma, which is right for `Warning`; cookies it keeps apart.
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

const carriesBody = (status: number, method: string): boolean => method !== 'HEAD' && status !== 204 && status !== 304

/** Writes `response` out. Resolves when the last byte was handed to the socket, or when the client is gone. */
export async function sendResponse(out: ServerResponse, response: Response, options: SendOptions): Promise<void> {
  const { status } = response
  const known = carriesBody(status, options.method) ? knownBody(response) : undefined
  if (out.destroyed) await response.body?.cancel()
  // Asking such a response for its body would make a stream.
  else if (known !== undefined) await sendWhole(out, response, known, options)
  else if (response.body === null || !carriesBody(status, options.method)) {
    await response.body?.cancel()
    out.writeHead(status, headersOf(response))
    out.end()
  } else if (Number(response.headers.get('content-length') ?? Number.NaN) <= WHOLE_BYTES_MAX)
    await sendWhole(out, response, new Uint8Array(await response.arrayBuffer()), options)
  else await sendStream(out, response, response.body)
}

async function sendWhole(
  out: ServerResponse,
  response: Response,
  bytes: Uint8Array,
  { gzip }: SendOptions,
): Promise<void> {
  const headers = headersOf(response)
  if (gzip && !isSentPlain(response) && isCompressible(response.headers, bytes.byteLength)) {
    const packed = await compress(bytes)
    out.writeHead(response.status, {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': packed.byteLength,
      vary: response.headers.has('vary') ? `${response.headers.get('vary') ?? ''}, Accept-Encoding` : 'Accept-Encoding',
    })
    out.end(packed)
    return
  }
  out.writeHead(response.status, { ...headers, 'content-length': bytes.byteLength })
  // Node joins a text with the head into one write, bytes it does not; Latin-1 keeps every byte as it is.
  if (bytes.byteLength <= JOINED_BYTES_MAX) out.end(latin1(bytes), 'latin1')
  else out.end(bytes)
}

/** A watch: each chunk as it comes, and no faster than the client reads. [ND2] */
async function sendStream(out: ServerResponse, response: Response, body: ReadableStream<Uint8Array>): Promise<void> {
  out.writeHead(response.status, headersOf(response))
  out.flushHeaders()
  const reader = body.getReader()
  // Cancelled at once when the client goes, also while no event comes. [ND2]
  out.once('close', () => void reader.cancel('the client went away').catch(() => undefined))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || out.destroyed) break
    const socket = writeChunk(out, value)
    if (socket !== null) await drained(socket)
  }
  out.end()
}

const frames = new WeakMap<Uint8Array, Buffer>()

/** A chunk as chunked transfer coding has it. Watches of one collection share their chunks, so they share the frames. */
function frameOf(chunk: Uint8Array): Buffer {
  const made = frames.get(chunk)
  if (made !== undefined) return made
  const frame = Buffer.concat([Buffer.from(`${chunk.byteLength.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  frames.set(chunk, frame)
  return frame
}

/** Writes one chunk; answers whom to wait for before the next, `null` for nobody. */
function writeChunk(out: ServerResponse, chunk: Uint8Array): Writable | null {
  const { socket } = out
  if (chunk.byteLength === 0) return null
  // Node frames a chunk in three pieces for each of a thousand watchers; one piece is half the work.
  if (out.chunkedEncoding && socket !== null) return socket.write(frameOf(chunk)) ? null : socket
  return out.write(chunk) ? null : out
}

const drained = (out: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done)
      out.off('close', done)
      resolve()
    }
    out.once('drain', done)
    out.once('close', done)
  })
