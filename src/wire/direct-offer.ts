import type { HeaderList } from './protocol.ts'

/*
 * A page offers its service worker a port to the server, so that requests do not pass through the page, whose main thread
 * may be drawing. The service worker keeps the port until it ends, the page ends, or the page withdraws it. [TR8]
 */

/** The page's message to its service worker; the port comes with it. */
export interface DirectOffer {
  readonly type: 'ORCHARD_OFFER'
  /** Differs for each load of a page. */
  readonly page: string
  /** Headers that the page adds to each request. */
  readonly headers: HeaderList
}

/** The server behind the offered port is gone: requests go to the page again. */
export interface DirectWithdrawal {
  readonly type: 'ORCHARD_WITHDRAW'
}

/** Requested by the page to try a stream, and answered by it. */
export const PROBE_PATH = '/debug/transport-probe'

/** Returns the name of the lock that a page holds for its lifetime after it has made an offer. */
export const pageLockName = (page: string): string => `orchard-page-${page}`
