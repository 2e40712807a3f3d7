/** Where a server listens. */
interface Listening {
  readonly address: string
  readonly port: number
}

/** For a person on this machine: an address that means "all of mine" is called by the loop-back's. */
const reachable = (address: string): string =>
  address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address

/** `https://127.0.0.1:6443` */
export function serverUrl({ address, port }: Listening, tls: boolean): string {
  const host = reachable(address)
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
