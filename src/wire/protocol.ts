import type { HostStorage } from '#facts/host-status.ts'

/*
 * The frames between a page and the server's worker, over one MessagePort (or a BroadcastChannel of two). Every request
 * has an id of the client's; an answer is one `head`, and when its body is a stream, `chunk`s and one `end` or `abort`.
 * Absent: transferred ReadableStreams (slower, and missing in Safari), and any retry.
 */

/** Both ends must say the same; a newer page does not talk to an older server. */
export const PROTOCOL_VERSION = 1

/** Chunks of one answer that may be under way before the reader takes one. [WI3] */
export const CREDITS = 64

/** Credits are given back in lots of this many, so that a fast stream does not double its messages. */
export const CREDIT_LOT = 16

/** A body up to this size whose length is known travels whole with its head. */
export const WHOLE_BODY_BYTES_MAX = 4 * 1024 * 1024

export type HeaderList = readonly (readonly [name: string, value: string])[]

export type ClientFrame =
  /** First frame. `client` names the lock that the page holds for as long as it lives; `''` where there are no locks. */
  | { readonly type: 'hello'; readonly protocol: number; readonly client: string }
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: HeaderList
      readonly body: ArrayBuffer | null
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly count: number }
  /** The page connects elsewhere; the server ends what is open for it. */
  | { readonly type: 'bye' }
  /** A person asks the server to stop and let another start: restart, take over. */
  | { readonly type: 'retire' }

export type ServerFrame =
  /** Answer to `hello` once the server can take requests. `server` names the lock that it holds for life. */
  | {
      readonly type: 'welcome'
      readonly protocol: number
      readonly server: string
      readonly kind: 'shared' | 'dedicated'
    }
  /** First answer to `hello`, and each change. `worker` names the lock that this worker holds for life, serving or waiting. */
  | { readonly type: 'storage'; readonly status: HostStorage; readonly worker: string }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly statusText: string
      readonly headers: HeaderList
      /** The whole body, `null` for none, or `stream`: chunks follow. */
      readonly body: ArrayBuffer | null | 'stream'
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'end'; readonly id: number }
  /** The answer failed: before the head the request gets a network error, after it the body does. */
  | { readonly type: 'abort'; readonly id: number; readonly message: string }

/** Lock that a page holds while it lives; the server asks for it and so learns of its end. */
export const clientLockName = (client: string): string => `orchard-tab-${client}`

/** Lock that a worker holds while it lives, whether it serves or waits in line. */
export const workerLockName = (worker: string): string => `orchard-worker-${worker}`

/** Lock that a server holds while it lives; pages ask for it and so learn of its end. */
export const serverLockName = (server: string): string => `orchard-server-alive-${server}`
