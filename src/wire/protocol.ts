import type { HostStorage } from '#facts/host-status.ts'

/*
 * The frames between a page and the server's worker, over one MessagePort (or a BroadcastChannel for two). The client
 * assigns an id to each request; a response is one `head` and, if its body is a stream, `chunk`s and one `end` or
 * `abort`. Deliberately not used: transferred ReadableStreams (slower, and missing in Safari), and retries.
 */

/** Both ends must have the same version; a newer page does not connect to an older server. */
export const PROTOCOL_VERSION = 2

/** Number of unread chunks of one response that may be in flight. [WI3] */
export const CREDITS = 64

/** Credits are returned in batches of this size, so that a fast stream does not double its messages. */
export const CREDIT_LOT = 16

/** A body of known length up to this size is sent together with its head. */
export const WHOLE_BODY_BYTES_MAX: number = 4 * 1024 * 1024

export type HeaderList = readonly (readonly [name: string, value: string])[]

/**
 * A request that a service worker took from a page. A write is executed once, also when it is sent again by another
 * start of the service worker. [TR6]
 */
export interface HandedOver {
  readonly page: string
  /** Differs for each start of the service worker. */
  readonly instance: string
  readonly id: string
}

export type ClientFrame =
  /** First frame. `client` is the name of the lock that the page holds for its lifetime; `''` without Web Locks. */
  | { readonly type: 'hello'; readonly protocol: number; readonly client: string }
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: HeaderList
      readonly body: ArrayBuffer | null
      readonly handed?: HandedOver
    }
  /** The service worker has the response of the write with this id of `HandedOver`. */
  | { readonly type: 'confirm'; readonly id: string }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly count: number }
  /** A client whose lock this page was asked to wait for has released it: it terminated. */
  | { readonly type: 'gone'; readonly client: string }
  /** The page connects to another server; this one ends its open requests. */
  | { readonly type: 'bye' }
  /** The user requests that the server stops and another starts: restart, take over. */
  | { readonly type: 'retire' }

export type ServerFrame =
  /**
   * Response to `hello` once the server accepts requests. `server` is the name of the lock that it holds for its
   * lifetime.
   */
  | {
      readonly type: 'welcome'
      readonly protocol: number
      readonly server: string
      readonly kind: 'shared' | 'dedicated'
    }
  /**
   * First response to `hello`, and sent again on each change. `worker` is the name of the lock that this worker holds
   * for its lifetime, serving or waiting.
   */
  | { readonly type: 'storage'; readonly status: HostStorage; readonly worker: string }
  /** Asks a page to wait for the lock of another client of this server. */
  | { readonly type: 'watch'; readonly client: string }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly statusText: string
      readonly headers: HeaderList
      /** The complete body, `null` for none, or `stream`: chunks follow. */
      readonly body: ArrayBuffer | null | 'stream'
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'end'; readonly id: number }
  /** The response failed: before the head the request fails with a network error, after it the body does. */
  | { readonly type: 'abort'; readonly id: number; readonly message: string }

/**
 * Returns the name of the lock that a client holds for its lifetime; the other pages wait for it to detect its end, and tell
 * the server.
 */
export const clientLockName = (client: string): string => `orchard-tab-${client}`

/** Returns the name of the lock that a worker holds for its lifetime, whether it serves or waits. */
export const workerLockName = (worker: string): string => `orchard-worker-${worker}`

/**
 * Returns the name of the lock that a server holds for its lifetime; pages wait for it to detect the end of the server.
 */
export const serverLockName = (server: string): string => `orchard-server-alive-${server}`
