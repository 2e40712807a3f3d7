import type { TunnelTalk } from '#facts/tunnel-talk.ts'

export type { TunnelTalk }

export interface Tunnel {
  readonly talk: readonly TunnelTalk[]
  /** `''` if the tunnel is open. */
  readonly error: string
}

/** Returns the bytes that request a tunnel from an HTTP proxy. RFC 9110 section 9.3.6. */
export const connectRequest = (address: string): string => `CONNECT ${address} HTTP/1.1\r\nHost: ${address}\r\n\r\n`

/** Parses a CONNECT request; `null` if it is not one. */
export function readConnect(text: string): string | null {
  const [start = '', ...headers] = text.split('\r\n')
  const [method, address = '', version] = start.split(' ')
  const named = headers.some((header) => header.toLowerCase() === `host: ${address.toLowerCase()}`)
  return method === 'CONNECT' && version === 'HTTP/1.1' && /^[^\s/]+:\d{1,5}$/.test(address) && named ? address : null
}

/** Returns a proxy's response to a CONNECT request: 200, or an error. */
export function answerConnect(text: string, canReach: (address: string) => boolean): string {
  const address = readConnect(text)
  if (address === null) return 'HTTP/1.1 400 Bad Request\r\n\r\n'
  return canReach(address) ? 'HTTP/1.1 200 Connection established\r\n\r\n' : 'HTTP/1.1 502 Bad Gateway\r\n\r\n'
}

/** The client side: any response but 200 is an error, as in the reference. [EG3] */
export function openHttpTunnel(address: string, exchange: (request: string) => string): Tunnel {
  const request = connectRequest(address)
  const answer = exchange(request)
  const talk: readonly TunnelTalk[] = [
    { from: 'server', text: request },
    { from: 'proxy', text: answer },
  ]
  const [status = ''] = answer.split('\r\n')
  return { talk, error: /^HTTP\/1\.1 200\b/.test(status) ? '' : `proxy answered ${JSON.stringify(status)}` }
}
