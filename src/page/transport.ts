import { errorText } from '#api/error-text.ts'
import { isApiUrl } from './api-url.ts'
import { networkFetch } from './early-fetch.ts'
import type { Reach } from './intercept.ts'
import { toWireRequest } from './to-wire-request.ts'
import { within } from './within.ts'

export type TransportChoice =
  | { readonly type: 'service-worker' }
  /** `reason` is a phrase without a full stop. */
  | { readonly type: 'direct'; readonly reason: string }

/** Maximum time to wait for the service worker to start. */
const START_MS_MAX = 8_000

/**
 * Maximum time of the stream probe. A header and a cancellation take a few milliseconds where streams are supported.
 */
const PROBE_MS_MAX = 2_000

/** Names the browser whose service worker was found to buffer streams, so that its next visit needs no probe. */
const BUFFERS_KEY = 'orchard.buffers-streams'

const buffers: TransportChoice = { type: 'direct', reason: "this browser's service worker buffers streams" }

/**
 * Connects `fetch` of this page to the API server: through the service worker, or where that is not available by
 * replacing `window.fetch`. API requests wait until this is decided, so that none reaches the static host. [TR4]
 */
export class Transport {
  readonly #reach: Reach
  readonly #changed: (choice: TransportChoice) => void
  #ready: Promise<TransportChoice> | undefined

  /** `changed` is called with each decision; the first is made by {@link begin}, or for the first request. */
  constructor(reach: Reach, changed: (choice: TransportChoice) => void) {
    this.#reach = reach
    this.#changed = changed
    window.fetch = this.#waitingFetch
  }

  /**
   * Decides, unless that has begun. Call it when the page is drawn: until then the service worker's script and msw would
   * delay what the page reads by itself, which needs neither. [PF6]
   */
  readonly begin = (): Promise<TransportChoice> => (this.#ready ??= this.#choose(this.#changed))

  /** `fetch` for the person's requests. Waits for the decision, then takes the same path as `window.fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    await this.begin()
    return window.fetch(input, init)
  }

  /**
   * `fetch` for what the page reads and follows by itself: goes to the server's worker directly and at once. A service
   * worker would cost each request and each event several messages between three processes. [TR7]
   */
  readonly read: typeof fetch = async (input, init) => this.#reach.answer(await toWireRequest(asRequest(input, init)))

  /** Tries the service worker again. */
  async retry(changed: (choice: TransportChoice) => void): Promise<void> {
    forgetBuffering()
    this.#ready = this.#choose(changed)
    await this.#ready
  }

  readonly #waitingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!isApiUrl(new URL(request.url))) return networkFetch(request)
    await this.begin()
    return window.fetch(request)
  }

  readonly #directFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    return isApiUrl(new URL(request.url)) ? this.#reach.answer(await toWireRequest(request)) : networkFetch(request)
  }

  async #choose(changed: (choice: TransportChoice) => void): Promise<TransportChoice> {
    const choice = await this.#try()
    window.fetch = choice.type === 'direct' ? this.#directFetch : networkFetch
    changed(choice)
    return choice
  }

  async #try(): Promise<TransportChoice> {
    if (new URLSearchParams(location.search).get('transport') === 'direct') {
      return { type: 'direct', reason: 'the address of this page requests it' }
    }
    if (!('serviceWorker' in navigator)) return { type: 'direct', reason: 'service workers are off in this window' }
    if (!canTransferStreams())
      return { type: 'direct', reason: 'this browser cannot transfer a stream to a service worker' }
    if (isKnownToBuffer()) return buffers
    try {
      const { interceptFetch, streamsPassThrough } = await import('./intercept.ts')
      await within(START_MS_MAX, interceptFetch(this.#reach))
      return await streamsPassThrough(networkFetch, PROBE_MS_MAX).then(
        () => ({ type: 'service-worker' }) as const,
        () => {
          rememberBuffering()
          return buffers
        },
      )
    } catch (error) {
      return { type: 'direct', reason: `the service worker did not start: ${errorText(error)}` }
    }
  }
}

/** A Request that is passed on as it is needs no copy, of which an opening page would make a hundred. */
const asRequest = (input: RequestInfo | URL, init?: RequestInit): Request =>
  input instanceof Request && init === undefined ? input : new Request(input, init)

/** Without this check msw would read a watch to its end before it responds, which never happens. */
function canTransferStreams(): boolean {
  const { port1, port2 } = new MessageChannel()
  try {
    const stream = new ReadableStream()
    port1.postMessage(stream, [stream])
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  } finally {
    port1.close()
    port2.close()
  }
}

/** Storage can be denied to a page: then each visit probes. */
function stored<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work()
  } catch {
    return otherwise
  }
}

const isKnownToBuffer = (): boolean => stored(() => localStorage.getItem(BUFFERS_KEY) === navigator.userAgent, false)
const rememberBuffering = (): void => stored(() => localStorage.setItem(BUFFERS_KEY, navigator.userAgent), undefined)
const forgetBuffering = (): void => stored(() => localStorage.removeItem(BUFFERS_KEY), undefined)
