import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2'
import { FrameReader, toFrame } from './frames.ts'
import { GrpcError, grpcCodes, toUnavailable } from './grpc-error.ts'

/** A silent connection is found dead after at most two of these intervals. */
const PROBE_EVERY_MS = 2_000
const HEALTH_PATH = '/grpc.health.v1.Health/Check'
const STREAM_WINDOW_BYTES = 4 * 1024 * 1024
const SESSION_WINDOW_BYTES = 16 * 1024 * 1024

export interface UnaryCall {
  /** `/package.Service/Method`. */
  readonly path: string
  readonly message: Uint8Array
  readonly timeoutMs: number
}

/** A stream of messages in both directions. */
export interface GrpcStream {
  send(message: Uint8Array): void
  /** Ends the stream. No callback follows. */
  close(): void
}

export interface StreamEvents {
  onMessage(message: Buffer): void
  /** The stream ended, by either side. Called once. */
  onEnd(error: GrpcError): void
}

/** The files of a TLS connection, in PEM. */
export type TlsFiles = Pick<SecureClientSessionOptions, 'ca' | 'cert' | 'key'>

/**
 * gRPC over one HTTP/2 connection: unary calls and streams. A library for gRPC costs five times as much CPU per call
 * (figures in docs/etcd.md).
 */
export class GrpcSession {
  readonly #session: ClientHttp2Session
  readonly #probe: NodeJS.Timeout
  #failure: GrpcError | null = null

  /** `origin`: the scheme, host and port of the server. */
  constructor(origin: string, tls: TlsFiles) {
    this.#session = connect(origin, { ...tls, settings: { initialWindowSize: STREAM_WINDOW_BYTES } })
    this.#session.once('connect', () => this.#session.setLocalWindowSize(SESSION_WINDOW_BYTES))
    this.#session.on('error', (error) => this.#fail(toUnavailable(error)))
    this.#session.on('goaway', () => this.#fail(new GrpcError(grpcCodes.unavailable, 'the server closes')))
    this.#session.on('close', () => this.#fail(new GrpcError(grpcCodes.unavailable, 'the connection was closed')))
    this.#probe = setInterval(() => this.#checkAlive(), PROBE_EVERY_MS)
  }

  get isUsable(): boolean {
    return this.#failure === null && !this.#session.closed && !this.#session.destroyed
  }

  /** Sends one message and returns the one that answers it. @throws GrpcError */
  call({ path, message, timeoutMs }: UnaryCall): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      const stream = this.#session.request({ ...requestHeaders(path), 'grpc-timeout': `${timeoutMs}m` })
      const reader = new FrameReader()
      const answers: Buffer[] = []
      const timer = setTimeout(() => {
        reject(new GrpcError(grpcCodes.deadlineExceeded, `no answer within ${timeoutMs} ms`))
        stream.close(constants.NGHTTP2_CANCEL)
      }, timeoutMs)
      stream.on('data', (chunk: Buffer) => void answers.push(...reader.push(chunk)))
      onStatus(stream, (status) => {
        clearTimeout(timer)
        const [answer] = answers
        if (status !== null) reject(this.#failure ?? status)
        else if (answer === undefined) reject(new GrpcError(grpcCodes.unavailable, 'an answer without a message'))
        else resolve(answer)
      })
      stream.end(toFrame(message))
    })
  }

  /** Opens a stream. `metadata` are additional headers. */
  open(path: string, metadata: Readonly<Record<string, string>>, events: StreamEvents): GrpcStream {
    const stream = this.#session.request({ ...requestHeaders(path), ...metadata })
    const reader = new FrameReader()
    let isOver = false
    stream.on('data', (chunk: Buffer) => {
      for (const message of reader.push(chunk)) if (!isOver) events.onMessage(message)
    })
    onStatus(stream, (status) => {
      if (isOver) return
      isOver = true
      events.onEnd(this.#failure ?? status ?? new GrpcError(grpcCodes.unavailable, 'the stream ended'))
    })
    return {
      send: (message) => {
        if (!isOver && !stream.destroyed) stream.write(toFrame(message))
      },
      close: () => {
        isOver = true
        stream.close(constants.NGHTTP2_CANCEL)
      },
    }
  }

  /** Closes the connection. Open calls fail. */
  destroy(): void {
    this.#fail(new GrpcError(grpcCodes.unavailable, 'the connection was closed'))
  }

  #fail(error: GrpcError): void {
    this.#failure ??= error
    clearInterval(this.#probe)
    this.#session.destroy()
  }

  /**
   * A frozen server or a cut cable closes no connection: only a missing answer reveals it. The probe is a call, of which any
   * answer will do, also that there is no such service: etcd closes a connection with more than two pings within ten seconds
   * in which it sends nothing.
   */
  #checkAlive(): void {
    if (this.#session.connecting || !this.isUsable) return
    const timer = setTimeout(
      () => this.#fail(new GrpcError(grpcCodes.unavailable, 'the server does not answer')),
      PROBE_EVERY_MS,
    )
    const answered = this.call({ path: HEALTH_PATH, message: new Uint8Array(), timeoutMs: 2 * PROBE_EVERY_MS })
    void answered.catch(() => undefined).finally(() => clearTimeout(timer))
  }
}

const requestHeaders = (path: string): Record<string, string> => ({
  ':method': 'POST',
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
})

/** Calls `onEnd` once when the stream is over, with the error of its status or `null`. */
function onStatus(stream: ClientHttp2Stream, onEnd: (error: GrpcError | null) => void): void {
  // Made only for streams that end without a status: an error costs more than the rest of a call, for its stack.
  const withoutStatus = (): GrpcError => new GrpcError(grpcCodes.unavailable, 'the connection ended before the answer')
  let status: GrpcError | null | undefined
  const note = (headers: IncomingHttpHeaders): void => {
    const code = headers['grpc-status']
    if (code !== undefined)
      status = code === '0' ? null : toGrpcError(Number(code), String(headers['grpc-message'] ?? ''))
    else if (Number(headers[':status'] ?? 200) !== 200)
      status = new GrpcError(grpcCodes.unavailable, `no gRPC server: it answers with status ${headers[':status']}`)
  }
  stream.on('response', note)
  stream.on('trailers', note)
  stream.on('error', (error) => (status = toUnavailable(error)))
  stream.on('close', () => onEnd(status === undefined ? withoutStatus() : status))
}

/** Messages are percent-encoded in the header. */
function toGrpcError(code: number, text: string): GrpcError {
  try {
    return new GrpcError(code, decodeURIComponent(text))
  } catch {
    return new GrpcError(code, text)
  }
}
