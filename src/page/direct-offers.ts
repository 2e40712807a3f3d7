import { type DirectOffer, type DirectWithdrawal, pageLockName } from '#wire/direct-offer.ts'
import type { HeaderList } from '#wire/protocol.ts'
import { holdLock, type WebLocks } from '#wire/web-locks.ts'

interface DirectOffersOptions {
  /** Names this load of the page. */
  readonly page: string
  /** `null` without Web Locks: then nothing is offered. */
  readonly locks: WebLocks | null
  /** Headers that the page adds to each request. */
  readonly headers: HeaderList
  /** Opens a port to the page's own server; `null` while there is none. */
  open(): MessagePort | null
}

/** Offers the service worker a port to the server. A request that reaches the page shows that it has none. [TR8] */
export class DirectOffers {
  readonly page: string
  readonly #options: DirectOffersOptions
  #instance = ''
  #lock: Promise<unknown> | null = null

  constructor(options: DirectOffersOptions) {
    this.page = options.page
    this.#options = options
  }

  /** Makes an offer to the start `instance` of the service worker, unless it has one. */
  async offer(instance: string, serviceWorker: Pick<ServiceWorker, 'postMessage'>): Promise<void> {
    const { page, locks, headers, open } = this.#options
    if (locks === null || instance === '' || instance === this.#instance) return
    this.#lock ??= holdLock(locks, pageLockName(page))
    await this.#lock
    if (instance === this.#instance) return
    const port = open()
    if (port === null) return
    this.#instance = instance
    serviceWorker.postMessage({ type: 'ORCHARD_OFFER', page, headers } satisfies DirectOffer, [port])
  }

  /** The server is gone, which the service worker cannot see. */
  withdraw(): void {
    if (this.#instance === '') return
    this.#instance = ''
    navigator.serviceWorker.controller?.postMessage({ type: 'ORCHARD_WITHDRAW' } satisfies DirectWithdrawal)
  }
}
