import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '#api/api-error.ts'
import { asksForGzip } from './compression.ts'
import { authenticationOf } from './client-certificate.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { BODY_BYTES_MAX, headerPairs, malformed, readBody, targetOf, toRequest } from './incoming-request.ts'
import { createListener, type HostTls, type Listener, type OnRequest } from './listener.ts'
import { sendResponse } from './send-response.ts'

interface HostOptions {
  readonly handle: FetchHandler
  readonly host: string
  readonly port: number
  /** Why a caller is not listened to at all, `null` for all others. Default: everybody is. */
  readonly foreign?: (headers: IncomingHttpHeaders) => string | null
  /** Whether answers may be compressed for clients that ask. Default: they may. */
  readonly compresses?: () => boolean
  /** Default: plain HTTP. */
  readonly tls?: HostTls
  /** Errors of ours, for the terminal. */
  report(error: unknown): void
}

/** A listening server. */
export interface HttpHost {
  readonly address: AddressInfo
  /** Takes no more connections, gives requests under way `graceMs` to end, then cuts them. */
  close(graceMs: number): Promise<void>
}

function refuse(out: ServerResponse, error: ApiError): void {
  const text = `${JSON.stringify(error.toStatus())}\n`
  out.writeHead(error.code, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  out.end(text)
}

/** Why a signal aborts; nobody needs to hear of it. */
const gone = new Error('the client went away')

/** A signal for who asks: aborted when the client goes before the answer is out. */
function signalOfClose(out: ServerResponse): () => AbortSignal {
  let controller: AbortController | null = null
  const abort = (): void => controller?.abort(gone)
  out.once('close', () => {
    if (!out.writableFinished) abort()
  })
  return () => {
    controller ??= new AbortController()
    if (out.closed && !out.writableFinished) abort()
    return controller.signal
  }
}

const always = (): boolean => true

async function answer(
  { handle, foreign, compresses = always }: HostOptions,
  message: IncomingMessage,
  out: ServerResponse,
): Promise<void> {
  const wrong = malformed(message)
  if (wrong !== null) return refuse(out, new ApiError('BadRequest', wrong))
  const stranger = foreign?.(message.headers) ?? null
  if (stranger !== null) return refuse(out, new ApiError('Forbidden', stranger))
  const goneSignal = signalOfClose(out)
  const body = await readBody(message)
  // The rest of a body that is too long is never read, so the connection cannot be used again.
  if (body !== null && body.byteLength > BODY_BYTES_MAX) out.setHeader('connection', 'close')
  const target = targetOf(message)
  const headers = headerPairs(message)
  const request = toRequest(message, { target, headers, body, goneSignal })
  const response = await handle(request, {
    rawHeaders: headers,
    rawTarget: target,
    peer: authenticationOf(message.socket),
  })
  const method = message.method ?? 'GET'
  await sendResponse(out, response, { method, gzip: compresses() && asksForGzip(message.headers['accept-encoding']) })
}

/** Listens. @throws the system's error when the port is taken or the host is not ours. [ND1] */
export async function listen(options: HostOptions): Promise<HttpHost> {
  const { host, port, report } = options
  const onRequest: OnRequest = (message, out) => {
    answer(options, message, out).catch((error: unknown) => {
      if (error === gone) return void out.destroy()
      // A client that hangs up in mid-body is no news.
      if (message.destroyed && !message.complete) return void out.destroy()
      report(error)
      if (out.headersSent) out.destroy()
      else refuse(out, new ApiError('InternalError', 'the server met a bug'))
    })
  }
  const onContinue: OnRequest = (message, out) => {
    // A body that is announced as too long need not be sent.
    if (Number(message.headers['content-length'] ?? 0) <= BODY_BYTES_MAX) out.writeContinue()
    onRequest(message, out)
  }
  const listener = createListener(options.tls, onRequest, onContinue)
  const { server } = listener
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', report)
  return { address: server.address() as AddressInfo, close: (graceMs) => closeListener(listener, graceMs) }
}

/** A kept-alive connection turns idle only after its last answer, so idle ones are looked for until all are gone. */
const IDLE_SWEEP_MS = 20

function closeListener(listener: Listener, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => listener.closeAll(), graceMs)
    const sweep = setInterval(() => listener.closeIdle(), IDLE_SWEEP_MS)
    listener.server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    listener.closeIdle()
  })
}
