import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '#api/api-error.ts'
import { asksForGzip } from './compression.ts'
import { authenticationOf } from '#node/certificates/client-certificate.ts'
import { answerCors } from './cors.ts'
import type { AnswerWriter, Exchange } from './exchange.ts'
import type { FetchHandler } from './fetch-handler.ts'
import { headerPairs, malformed, targetOf, toRequest } from './incoming-request.ts'
import { createListener, type HostTls, type Listener, type OnRequest } from './listener.ts'
import { RequestBody } from './request-body.ts'
import { sendResponse } from './send-response.ts'

interface HostOptions {
  readonly handle: FetchHandler
  readonly host: string
  readonly port: number
  /** Returns why a caller is refused by its headers, or `null`. Default: no caller is refused. */
  readonly foreign?: (headers: IncomingHttpHeaders) => string | null
  /** Reports whether responses may be compressed. Default: true. */
  readonly compresses?: () => boolean
  /** The value of Strict-Transport-Security for responses over TLS; `''` for none. [TLS6] */
  readonly strictTransport?: string
  /** The origins of other sites whose pages may call this server. Default: none. [ND18] */
  readonly allowedOrigins?: readonly string[]
  /** Default: plain HTTP. */
  readonly tls?: HostTls
  /** Receives errors of the server, for the terminal. */
  report(error: unknown): void
}

/** A running HTTP server. */
export interface HttpHost {
  readonly address: AddressInfo
  /** Stops accepting connections, lets requests in flight finish for `graceMs`, then closes their connections. */
  close(graceMs: number): Promise<void>
}

function refuse(answer: AnswerWriter, error: ApiError): void {
  const body = Buffer.from(`${JSON.stringify(error.toStatus())}\n`)
  answer.closeAfterwards()
  answer.writeHead(error.code, { 'content-type': 'application/json', 'content-length': body.byteLength })
  answer.end(body)
}

/** The reason of an abort by the client, which is not reported. */
const gone = new Error('the client went away')

/** A signal that is aborted when the client disconnects before it has the whole response. */
function signalOfClose(answer: AnswerWriter): () => AbortSignal {
  let controller: AbortController | null = null
  const abort = (): void => controller?.abort(gone)
  answer.onceClosed(() => {
    if (answer.isCut()) abort()
  })
  return () => {
    controller ??= new AbortController()
    if (answer.isCut()) abort()
    return controller.signal
  }
}

const always = (): boolean => true

async function serve(options: HostOptions, exchange: Exchange, body: RequestBody): Promise<void> {
  const { handle, foreign, compresses = always } = options
  const { answer, method } = exchange
  const wrong = malformed(exchange)
  if (wrong !== null) return refuse(answer, new ApiError('BadRequest', wrong))
  const stranger = foreign?.(exchange.headers) ?? null
  if (stranger !== null) return refuse(answer, new ApiError('Forbidden', stranger))
  const target = targetOf(exchange)
  const headers = headerPairs(exchange)
  const request = toRequest(exchange, {
    target,
    headers,
    body: exchange.hasBody ? () => body.read() : null,
    goneSignal: signalOfClose(answer),
  })
  const response = await handle(request, {
    rawHeaders: headers,
    rawTarget: target,
    peer: authenticationOf(exchange.socket),
  })
  body.beforeResponse()
  const { tls, strictTransport = '' } = options
  if (tls !== undefined && strictTransport !== '') response.headers.set('strict-transport-security', strictTransport)
  const gzip = compresses() && asksForGzip(exchange.headers['accept-encoding'])
  const sending = sendResponse(answer, response, { method, gzip })
  if (sending instanceof Promise) await sending
}

/**
 * Starts to listen. @throws the system's error if the port is in use or the host is not an address of this machine.
 * [ND1]
 */
export async function listen(options: HostOptions): Promise<HttpHost> {
  const { host, port, report, allowedOrigins = [] } = options
  const run = (exchange: Exchange, awaitsContinue: boolean): void => {
    const { answer } = exchange
    const isPreflight = answerCors(exchange, allowedOrigins)
    if (isPreflight) return
    const body = new RequestBody(exchange, awaitsContinue)
    const failed = (error: unknown): void => {
      // A client that disconnects is not a server error.
      if (error === gone || answer.isDestroyed()) return answer.destroy()
      report(error)
      if (answer.isHeadSent()) answer.destroy()
      else refuse(answer, new ApiError('InternalError', 'the server met a bug'))
    }
    const attend = async (): Promise<void> => {
      try {
        await serve(options, exchange, body)
      } catch (error) {
        failed(error)
      } finally {
        body.afterResponse()
      }
    }
    void attend()
  }
  const onRequest: OnRequest = (exchange) => run(exchange, false)
  const onContinue: OnRequest = (exchange) => run(exchange, true)
  const listener = createListener(options.tls, onRequest, onContinue)
  const { server } = listener
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', report)
  return { address: server.address() as AddressInfo, close: (graceMs) => closeListener(listener, graceMs) }
}

/** A kept-alive connection becomes idle only after its last response, so idle connections are closed periodically. */
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
