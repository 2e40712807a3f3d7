import { errorText } from '#api/error-text.ts'
import type { HostStorage } from '#facts/host-status.ts'
import { offerServer } from '#wire/broker.ts'
import { type ClientFrame, PROTOCOL_VERSION, type ServerFrame, serverLockName, workerLockName } from '#wire/protocol.ts'
import { unavailable } from '#wire/unavailable.ts'
import { ServedPort, type WholeHead, type WireHandler } from '#wire/served-port.ts'
import { holdLock, type WebLocks } from '#wire/web-locks.ts'
import type { WirePort } from '#wire/wire-port.ts'
import { WritesOnce } from '#wire/writes-once.ts'

/** The server that a host runs. */
export interface HostedServer {
  readonly handle: WireHandler
  /** Waits for pending writes, then closes the database. */
  close(): Promise<void>
}

interface HostOptions {
  readonly kind: 'shared' | 'dedicated'
  readonly id: string
  /** `null` without Web Locks: then only the epoch of the database prevents two servers from writing. */
  readonly locks: WebLocks | null
  /** Opens the database and creates the server. `report` may be called at any time afterwards. */
  open(report: (status: HostStorage) => void): Promise<HostedServer>
}

interface Guest {
  readonly port: ServedPort
  greeted: boolean
  /** Name of the lock that the client holds; `''` until it has greeted, and without Web Locks. */
  client: string
}

/** Held by the one worker, of any build or tab, that may open the database. [HO1] */
const LEADER_LOCK = 'orchard-leader'

/** Delay before reopening, which lets the context that made the database close finish. */
const REOPEN_MS = 1_000

/** Serves ports with one server; waits while another worker is the leader. [HO1] [HO2] */
export class Host {
  readonly #options: HostOptions
  readonly #guests = new Set<Guest>()
  readonly #writes = new WritesOnce<WholeHead>()
  #server: HostedServer | null = null
  #storage: HostStorage = { type: 'waiting' }
  /** Ends the current term as leader: closes the server and releases the locks. */
  #endTerm: (() => Promise<void>) | null = null
  #term = 0
  #isAlive: () => void = () => undefined
  readonly #alive = new Promise<void>((resolve) => (this.#isAlive = resolve))

  constructor(options: HostOptions) {
    this.#options = options
    this.#lead().catch((error: unknown) => this.#report({ type: 'error', message: errorText(error) }))
  }

  /** Adds a page to serve. */
  accept(port: WirePort<ServerFrame, ClientFrame>): void {
    const guest: Guest = { port: this.#serve(port, () => guest), greeted: false, client: '' }
    this.#guests.add(guest)
  }

  #serve(port: WirePort<ServerFrame, ClientFrame>, guest: () => Guest): ServedPort {
    return new ServedPort(port, {
      writes: this.#writes,
      handle: (request, extras) => {
        const server = this.#server
        return server === null ? Promise.resolve(unavailable('the server is stopping')) : server.handle(request, extras)
      },
      hello: (client) => void this.#alive.then(() => this.#hello(guest(), client)),
      gone: (client) => this.#terminated(client),
      bye: () => this.#dismiss(guest()),
      retire: () => void this.#endTerm?.(),
    })
  }

  #hello(guest: Guest, client: string): void {
    guest.greeted = true
    guest.client = client
    guest.port.send(this.#news())
    if (this.#server !== null) guest.port.send(this.#welcome())
    this.#introduce(guest)
  }

  /**
   * Asks each page to wait for the locks of the other clients: a client that disappears sends no `bye`, but its lock is
   * released. This worker must not wait for them itself. Chromium 156 freezes a shared worker whose last page is left, in the
   * middle of its code if it is busy, and a lock that it is given then makes the whole process crash, with the page that was
   * just opened in it. With the last page the worker ends, so that nobody is missed. [WI5]
   */
  #introduce(guest: Guest): void {
    if (guest.client === '') return
    for (const other of this.#guests) {
      if (other === guest || other.client === '') continue
      other.port.send({ type: 'watch', client: guest.client })
      guest.port.send({ type: 'watch', client: other.client })
    }
  }

  #terminated(client: string): void {
    for (const guest of this.#guests) if (guest.client === client) this.#dismiss(guest)
  }

  #dismiss(guest: Guest): void {
    if (this.#guests.delete(guest)) guest.port.close()
  }

  #news(): ServerFrame {
    return { type: 'storage', status: this.#storage, worker: this.#options.id }
  }

  #welcome(): ServerFrame {
    return { type: 'welcome', protocol: PROTOCOL_VERSION, server: this.#serverId(), kind: this.#options.kind }
  }

  #serverId(): string {
    return `${this.#options.id}-${this.#term}`
  }

  #report(status: HostStorage): void {
    this.#storage = status
    this.#send(this.#news())
  }

  #send(frame: ServerFrame): void {
    for (const guest of this.#guests) if (guest.greeted) guest.port.send(frame)
  }

  /** Reopens a database that was closed under the server (deleted, cleared, changed by another build). */
  #changed(status: HostStorage): void {
    this.#report(status)
    const endTerm = this.#endTerm
    if (status.type !== 'versionchange' && status.type !== 'fenced') return
    setTimeout(() => {
      if (endTerm === this.#endTerm) void endTerm?.()
    }, REOPEN_MS)
  }

  /** Waits for the leader lock, serves until retired, and waits again. */
  async #lead(): Promise<void> {
    const { locks, id } = this.#options
    // Before any page is answered: a page waits for this lock to detect the end of the worker.
    if (locks !== null) await holdLock(locks, workerLockName(id))
    this.#isAlive()
    for (;;) {
      this.#report({ type: 'waiting' })
      const releaseLead = locks === null ? (): void => undefined : await holdLock(locks, LEADER_LOCK)
      this.#term++
      const releaseAlive =
        locks === null ? (): void => undefined : await holdLock(locks, serverLockName(this.#serverId()))
      const ended = new Promise<void>((resolve) => {
        this.#endTerm = async () => {
          this.#endTerm = null
          const server = this.#server
          this.#server = null
          await server?.close()
          resolve()
        }
      })
      const stopOffering = await this.#begin()
      await ended
      stopOffering()
      releaseAlive()
      releaseLead()
    }
  }

  async #begin(): Promise<() => void> {
    this.#report({ type: 'opening' })
    try {
      this.#server = await this.#options.open((status) => this.#changed(status))
    } catch (error) {
      this.#report({ type: 'error', message: errorText(error) })
      return () => undefined
    }
    this.#report({ type: 'ready' })
    this.#send(this.#welcome())
    return offerServer((port) => this.accept(port))
  }
}
