import type { Socket } from 'node:net'

/** The limit for the unfinished request heads of all connections. A single head may have 1 MiB. */
const HEAD_BYTES_MAX = 32 * 1024 * 1024
const SWEEP_MS = 100

/**
 * Bounds the memory of request heads that clients begin and do not finish. Authentication needs the complete head, so
 * the connections with the longest unfinished heads are closed. [ND14]
 */
export class HeadBudget {
  /** Connections that may be in a head, with the bytes that were read before it. */
  readonly #before = new Map<Socket, number>()
  #timer: NodeJS.Timeout | null = null

  /** The connection is new, or its last response is complete: what it sends now is a head. */
  begin(socket: Socket): void {
    if (socket.destroyed) return
    if (!this.#before.has(socket)) socket.once('close', () => this.#before.delete(socket))
    this.#before.set(socket, socket.bytesRead)
    this.#timer ??= setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  /** The head is complete: what follows is a body. */
  finish(socket: Socket): void {
    this.#before.set(socket, Infinity)
  }

  #sweep(): void {
    if (this.#before.size === 0) this.#stop()
    const heads: { readonly socket: Socket; readonly bytes: number }[] = []
    let sum = 0
    for (const [socket, before] of this.#before) {
      // Most connections of a busy server are in a body, or their request is being answered.
      const bytes = before === Infinity ? 0 : socket.bytesRead - before
      if (bytes <= 0) continue
      heads.push({ socket, bytes })
      sum += bytes
    }
    if (sum <= HEAD_BYTES_MAX) return
    for (const { socket, bytes } of heads.toSorted((a, b) => b.bytes - a.bytes)) {
      if (sum <= HEAD_BYTES_MAX) return
      sum -= bytes
      socket.destroy()
    }
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }
}
