import type { DirectOffer } from '#wire/direct-offer.ts'
import { PROBE_PATH, pageLockName } from '#wire/direct-offer.ts'
import { failedResponse, type MockedResponse, mockedResponse } from '#wire/mocked-response.ts'
import { type ClientFrame, clientLockName, PROTOCOL_VERSION, type ServerFrame } from '#wire/protocol.ts'
import { holdLock, type WebLocks, whenReleased } from '#wire/web-locks.ts'
import { WireClient } from '#wire/wire-client.ts'
import type { WirePort } from '#wire/wire-port.ts'
import { isWrite } from '#wire/writes-once.ts'

/** A request as msw's service worker describes it. */
export interface TakenRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: ArrayBuffer
}

interface Way {
  readonly offer: DirectOffer
  readonly client: WireClient
  end(): void
}

interface DirectAnswersOptions {
  readonly locks: WebLocks
  /** Differs for each start of the service worker. */
  readonly instance: string
  newId(): string
}

/** Answers the requests of pages over ports that they offered. [TR8] */
export class DirectAnswers {
  readonly #options: DirectAnswersOptions
  /** By the browser's id of the page. */
  readonly #ways = new Map<string, Way>()
  /** Requests that were taken and not confirmed, with the port on which they were sent. */
  readonly #taken = new Map<string, Way>()

  constructor(options: DirectAnswersOptions) {
    this.#options = options
  }

  /** A page offers a port. It is used once the server has greeted. */
  async offer(page: string, offer: DirectOffer, port: WirePort<ClientFrame, ServerFrame>): Promise<void> {
    const { locks, newId } = this.#options
    const id = newId()
    // The server ends what this script has asked for when the browser stops it. [WI5]
    const releaseLock = await holdLock(locks, clientLockName(id))
    const client = new WireClient(port, (frame) => {
      if (frame.type !== 'welcome' || frame.protocol !== PROTOCOL_VERSION) return
      this.withdraw(page)
      this.#ways.set(page, way)
    })
    const end = (): void => {
      stopWaiting()
      client.close()
      releaseLock()
    }
    const way: Way = { offer, client, end }
    const stopWaiting = whenReleased(locks, pageLockName(offer.page), () => {
      if (this.#ways.get(page) === way) this.withdraw(page)
      else end()
    })
    port.send({ type: 'hello', protocol: PROTOCOL_VERSION, client: id })
  }

  /** Ends the use of the page's port; open requests fail as when a server ends. [WI6] */
  withdraw(page: string): void {
    const way = this.#ways.get(page)
    this.#ways.delete(page)
    way?.end()
  }

  /** Answers a request of a page. Returns `false` when the page has to answer it. */
  take(page: string, request: TakenRequest, reply: (response: MockedResponse) => void): boolean {
    const way = this.#ways.get(page)
    if (way === undefined || request.url.endsWith(PROBE_PATH)) return false
    const { id, method, url } = request
    const headers = [...way.offer.headers, ...Object.entries(request.headers)]
    const body = request.body === undefined || request.body.byteLength === 0 ? null : request.body
    const handed = { page: way.offer.page, instance: this.#options.instance, id }
    this.#taken.set(id, way)
    way.client.fetch({ method, url, headers, body, ...(isWrite(method) ? { handed } : {}) }).then(
      (response) => reply(mockedResponse(response)),
      () => reply(failedResponse),
    )
    return true
  }

  /** msw has responded to a request. Returns `false` when the page has answered it. */
  confirm({ id, method }: { readonly id: string; readonly method: string }): boolean {
    const way = this.#taken.get(id)
    if (way === undefined) return false
    this.#taken.delete(id)
    if (isWrite(method)) way.client.confirm(id)
    return true
  }
}
