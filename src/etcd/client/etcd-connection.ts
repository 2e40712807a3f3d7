import { GrpcError, grpcCodes, toUnavailable } from '#etcd/grpc/grpc-error.ts'
import { GrpcSession, type GrpcStream, type StreamEvents, type TlsFiles } from '#etcd/grpc/grpc-session.ts'

/** One try. A member whose leader was lost answers only after seconds; the next member may answer at once. */
const TRY_MS = 1_500

export interface ConnectionOptions {
  /** Addresses of members, `http://HOST:PORT` or `https://HOST:PORT`; at least one. */
  readonly endpoints: readonly string[]
  readonly tls?: TlsFiles | undefined
}

/**
 * A connection to one of several members. A call that fails for any reason but a refusal makes the next call use the
 * next member; calls are never repeated here, because the caller knows which may be.
 */
export class EtcdConnection {
  readonly #endpoints: readonly string[]
  readonly #tls: TlsFiles
  #at = 0
  #session: GrpcSession | null = null
  #closed = false

  constructor({ endpoints, tls = {} }: ConnectionOptions) {
    this.#endpoints = endpoints
    this.#tls = tls
  }

  /** The member that the next call uses. */
  get endpoint(): string {
    return this.#endpoints[this.#at % this.#endpoints.length] ?? ''
  }

  /** @throws GrpcError */
  async call(path: string, message: Uint8Array, timeoutMs: number = TRY_MS): Promise<Buffer> {
    const session = this.#current()
    try {
      return await session.call({ path, message, timeoutMs })
    } catch (error) {
      const failure = toUnavailable(error)
      // The only member is left when its connection is dead, not when it is slow.
      const isSlow = failure.code === grpcCodes.deadlineExceeded && this.#endpoints.length === 1
      if (!failure.isRefusal && !isSlow) this.#leave(session)
      throw failure
    }
  }

  /** Opens a stream that etcd ends when its member has no leader. */
  open(path: string, events: StreamEvents): GrpcStream {
    const session = this.#current()
    return session.open(
      path,
      { hasleader: 'true' },
      {
        onMessage: (message) => events.onMessage(message),
        onEnd: (error) => {
          this.#leave(session)
          events.onEnd(error)
        },
      },
    )
  }

  close(): void {
    this.#closed = true
    this.#session?.destroy()
  }

  #current(): GrpcSession {
    if (this.#closed) throw new GrpcError(grpcCodes.unavailable, 'the connection was closed')
    if (this.#session?.isUsable !== true) this.#session = new GrpcSession(this.endpoint, this.#tls)
    return this.#session
  }

  /** Uses the next member from now on. Streams of this session end, so that they move too. */
  #leave(session: GrpcSession): void {
    if (this.#session !== session) return
    this.#at += 1
    this.#session = null
    session.destroy()
  }
}
