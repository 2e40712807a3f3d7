import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a member, with faults that a test chooses. */
export interface TcpProxy {
  readonly url: string
  /** `pass` forwards; `swallow` forwards requests and drops all answers; `cut` closes every connection at once. */
  setFault(fault: 'pass' | 'swallow' | 'cut'): void
  /** Sends new connections to another server. */
  moveTo(url: string): void
  close(): Promise<void>
}

/** Starts a proxy to the server at `url`. */
export async function startProxy(url: string): Promise<TcpProxy> {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  let fault: Parameters<TcpProxy['setFault']>[0] = 'pass'
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    if (fault === 'cut') client.destroy()
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (fault === 'pass') client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    setFault(next) {
      fault = next
      if (next === 'cut') for (const socket of sockets) socket.destroy()
    },
    moveTo(next) {
      target = new URL(next)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
