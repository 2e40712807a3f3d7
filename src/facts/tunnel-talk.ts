/** One message between the server and a proxy. */
export interface TunnelTalk {
  readonly from: 'server' | 'proxy'
  readonly text: string
}
