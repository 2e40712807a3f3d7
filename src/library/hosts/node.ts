/** Orchard in Node: a log in a folder, and a server that listens. docs/library/node.md */
import { isHosted } from '#library/hosted-server.ts'
import type { OpenableLog } from '#library/log-source.ts'
import type { LogSource, OrchardServer } from '#library/orchard-server.ts'
import { listen as listenOn } from '#node/http/http-host.ts'
import { openFileLog } from '#node/log/file-log.ts'

/** Keeps the objects of a server in a folder, durably and with their history. One process at a time has it open. */
export function folder(path: string): LogSource {
  const source: OpenableLog = { name: `the folder ${path}`, open: (clock) => openFileLog({ dir: path, clock }) }
  return source
}

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
export async function listen(server: OrchardServer, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options
  if (!isHosted(server)) throw new TypeError('listen: server is made by createOrchard')
  const http = await listenOn({
    handle: server.receive,
    host,
    port,
    // A bug of the server: the client got 500 with the same words.
    report: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  })
  const close = (): Promise<void> => http.close(0)
  return { url: `http://${host}:${http.address.port}`, close, [Symbol.asyncDispose]: close }
}
