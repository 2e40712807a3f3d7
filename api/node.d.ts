import type { LogSource, OrchardServer } from './orchard-server.js'
/** Keeps the objects of a server in a folder, durably and with their history. One process at a time has it open. */
export declare function folder(path: string): LogSource
/** A server that is reachable over HTTP. */
export interface Listening {
  /** `http://127.0.0.1:40123` */
  readonly url: string
  /** Ends open requests and frees the port. The server itself goes on. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
/** Options of a server's listener. */
export interface ListenOptions {
  /** Default: 0, a free port. */
  readonly port?: number
  /** Default: `127.0.0.1`, which only this machine reaches. */
  readonly host?: string
}
/**
 * Makes a server reachable over HTTP/1.1, for clients in other processes: `kubectl --server URL`, client libraries.
 * @throws the system's error if the port is in use
 */
export declare function listen(server: OrchardServer, options?: ListenOptions): Promise<Listening>
