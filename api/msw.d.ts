/** Lets Mock Service Worker answer the API requests of a page or a test. docs/library/msw.md */
import { type HttpHandler } from 'msw/http'
import type { OrchardServer } from './orchard-server.js'
/** Selects the requests that a server answers. */
export interface HandlerOptions {
  /** Only those to this origin, such as `https://cluster.test`. Default: all with a path of the API. */
  readonly origin?: string
}
/**
 * Returns the handlers for `setupWorker` or `setupServer`. Paths of the API are answered, all others pass.
 *
 * @example
 * const worker = setupWorker(...orchardHandlers(server))
 */
export declare function orchardHandlers(server: OrchardServer, { origin }?: HandlerOptions): HttpHandler[]
/** The part of `setupWorker()` that `drainMocked` needs. */
interface MockingWorker {
  readonly events: {
    on(type: 'response:mocked', listener: (event: { readonly response: Response }) => void): unknown
  }
}
/**
 * Cancels the copies of responses that msw makes for its life-cycle events. Call it once for the worker of a page:
 * without it, a watch that the page cancels stays open on the server, and its copy grows without limit.
 */
export declare function drainMocked(worker: MockingWorker): void
export {}
