import type { ClusterWords } from '#facts/clusters-api.ts'

/*
 * Before the frames, each end sends one text message: the tab `open` with the secret, then the bridge `opened`. The bridge
 * closes the connection with one of the codes below instead.
 */

/** Both ends must have the same version. */
export const BRIDGE_PROTOCOL = 1

/** Path of the WebSocket. */
export const LINK_PATH = '/orchard-link'

export const CLOSE_WRONG_SECRET = 4401
export const CLOSE_TAKEN = 4409
export const CLOSE_OTHER_VERSION = 4426

/** The first message of the tab. */
export interface Opening {
  readonly type: 'open'
  readonly protocol: number
  readonly secret: string
  /** The title of the cluster that answers, for the terminal. */
  readonly cluster: string
}

/** The first message of the bridge. */
export interface Opened {
  readonly type: 'opened'
  /** Address of the API for clients, such as `https://127.0.0.1:6443`. */
  readonly server: string
  /** Path of the kubeconfig that the bridge wrote, and its content; `''` for none. */
  readonly kubeconfigPath: string
  readonly kubeconfig: string
  /** True if clients without a known token are anonymous. */
  readonly needsToken: boolean
}

/** The address of a bridge, as it prints it: `PORT.SECRET`, `PORT.SECRET.kubernetes`. */
export interface LinkAddress {
  readonly port: number
  readonly secret: string
  /** The words that the bridge's clients use. */
  readonly vocabulary: ClusterWords
}

/** Name of the parameter of a page's fragment that holds a link address. */
export const LINK_PARAMETER = 'bridge'

export const linkText = ({ port, secret, vocabulary }: LinkAddress): string =>
  `${port}.${secret}${vocabulary === 'kubernetes' ? '.kubernetes' : ''}`

const pattern = /^(\d{1,5})\.([A-Za-z0-9_-]{22,64})(\.kubernetes)?$/

/** Reads a link address, alone or inside of a page's address; `null` if there is none. [BR1] */
export function parseLink(text: string): LinkAddress | null {
  const trimmed = text.trim()
  const inFragment = /[#&]bridge=([^&\s]+)$/.exec(trimmed)?.[1]
  const found = pattern.exec(inFragment ?? trimmed)
  const port = Number(found?.[1])
  if (found === null || port < 1 || port > 65_535) return null
  return { port, secret: found[2] ?? '', vocabulary: found[3] === undefined ? 'orch' : 'kubernetes' }
}

function record(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

/** Reads the tab's first message; `null` for anything else. */
export function parseOpening(text: string): Opening | null {
  const { type, protocol, secret, cluster } = record(text) ?? {}
  if (type !== 'open' || typeof protocol !== 'number' || typeof secret !== 'string' || typeof cluster !== 'string')
    return null
  return { type, protocol, secret, cluster: cluster.slice(0, 63) }
}

/** Reads the bridge's first message; `null` for anything else. */
export function parseOpened(text: string): Opened | null {
  const { type, server, kubeconfigPath, kubeconfig, needsToken } = record(text) ?? {}
  if (type !== 'opened' || typeof server !== 'string' || typeof needsToken !== 'boolean') return null
  if (typeof kubeconfigPath !== 'string' || typeof kubeconfig !== 'string') return null
  return { type, server, kubeconfigPath, kubeconfig, needsToken }
}
