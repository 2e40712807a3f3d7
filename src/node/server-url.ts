/** The address that a server listens on. */
interface Listening {
  readonly address: string
  readonly port: number
}

/** Returns the address for clients on this machine: a wildcard address is replaced by the loopback address. */
const reachable = (address: string): string =>
  address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address

/** `https://127.0.0.1:6443` */
export function serverUrl({ address, port }: Listening, tls: boolean): string {
  const host = reachable(address)
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
