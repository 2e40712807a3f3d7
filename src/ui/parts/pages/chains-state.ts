import type { ListMeta } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'

export interface PageItem {
  readonly namespace: string
  readonly name: string
  readonly resourceVersion: string
}

export interface Page {
  readonly number: number
  readonly status: number
  readonly items: readonly PageItem[]
  readonly timeMs: number
}

/** A paged list: every page reads the snapshot of the first one. */
export interface Chain {
  readonly id: number
  readonly path: string
  readonly limit: number
  readonly labelSelector: string
  readonly pages: readonly Page[]
  /** Version of the snapshot; `''` before the first page. */
  readonly resourceVersion: string
  /** Continue token of the next page; `''` for none. */
  readonly token: string
  readonly remaining: number | null
  readonly state: 'loading' | 'ready' | 'finished' | 'expired' | 'refused'
  /** The server's Status when it refused a page; a 410 Expired contains a fresh token. */
  readonly refusal: Status | null
  /** A new list of the same collection, for comparison; `null` when not requested yet. */
  readonly fresh: { readonly resourceVersion: string; readonly items: readonly PageItem[] } | null
}

export interface ChainsState {
  readonly chains: readonly Chain[]
  readonly nextId: number
}

export const noChains: ChainsState = { chains: [], nextId: 1 }

/** Number of lists, and of pages of each, that are saved for the next visit. */
const savedMax = 20

/** Returns the lists of the last visit. One whose page was on its way can ask for it again. [PP5] */
export function restoredChains(saved: readonly Chain[]): ChainsState {
  const chains = saved.slice(-savedMax).map((chain, at): Chain => ({
    ...chain,
    id: at + 1,
    state: chain.state === 'loading' ? 'ready' : chain.state,
  }))
  return { chains, nextId: chains.length + 1 }
}

/** Returns the lists that are saved: those of a size that a person reads page by page. [PP5] */
export const savedChains = ({ chains }: ChainsState): readonly Chain[] =>
  chains.filter(({ pages }) => pages.length <= savedMax).slice(-savedMax)

export interface ChainSpec {
  readonly path: string
  readonly limit: number
  readonly labelSelector: string
}

/** Returns why a typed limit is not sent; `''` if it is. [PP6] */
export const limitProblem = (typed: string): string =>
  /^\s*[0-9]{1,15}\s*$/.test(typed) ? '' : 'The limit is a whole number, such as 2; 0 stands for no limit.'

export function addChain(state: ChainsState, spec: ChainSpec): ChainsState {
  const chain: Chain = {
    ...spec,
    id: state.nextId,
    pages: [],
    resourceVersion: '',
    token: '',
    remaining: null,
    state: 'loading',
    refusal: null,
    fresh: null,
  }
  return { chains: [...state.chains, chain], nextId: state.nextId + 1 }
}

export const removeChain = (state: ChainsState, id: number): ChainsState => ({
  ...state,
  chains: state.chains.filter((chain) => chain.id !== id),
})

export const changeChain = (state: ChainsState, id: number, change: (chain: Chain) => Chain): ChainsState => ({
  ...state,
  chains: state.chains.map((chain) => (chain.id === id ? change(chain) : chain)),
})

/**
 * Adds a page. An inconsistent continue (after 410) starts a new snapshot, recognised by its different resourceVersion.
 * [PP1]
 */
export function withPage(chain: Chain, metadata: ListMeta, items: readonly PageItem[], timeMs: number): Chain {
  const token = metadata.continue ?? ''
  return {
    ...chain,
    pages: [...chain.pages, { number: chain.pages.length + 1, status: 200, items, timeMs }],
    resourceVersion: metadata.resourceVersion ?? chain.resourceVersion,
    token,
    remaining: metadata.remainingItemCount ?? null,
    state: token === '' ? 'finished' : 'ready',
    refusal: null,
  }
}

/** Records the refusal of the next page; a 410 contains a token that continues without the snapshot. [PP2] */
export function withRefusal(chain: Chain, refusal: Status): Chain {
  const fresh = refusal.metadata['continue']
  return {
    ...chain,
    state: refusal.code === 410 ? 'expired' : 'refused',
    refusal,
    token: typeof fresh === 'string' ? fresh : chain.token,
  }
}

/** The content of a continue token. For display only: to clients, tokens are opaque. */
export interface DecodedToken {
  readonly resourceVersion: string
  readonly start: string
}

/** Decodes a token of this server; `null` for anything else. */
export function decodeToken(token: string): DecodedToken | null {
  try {
    const text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('rv' in value) || !('start' in value)) return null
    return { resourceVersion: String(value.rv), start: String(value.start) }
  } catch {
    // Not base64 or not JSON: a token of another server, shown unchanged.
    return null
  }
}

/** The fate of one name of the snapshot or of the fresh list in the other. */
export interface Difference {
  readonly key: string
  readonly now: PageItem | null
  readonly before: PageItem | null
}

/** Compares the fresh list with the pages read so far: changed, removed and added items. [PP3] */
export function compareWithFresh(chain: Chain): readonly Difference[] {
  const key = (item: PageItem): string => `${item.namespace}/${item.name}`
  const then = new Map(chain.pages.flatMap((page) => page.items).map((item) => [key(item), item]))
  const now = new Map((chain.fresh?.items ?? []).map((item) => [key(item), item]))
  return [...new Set([...now.keys(), ...then.keys()])]
    .sort()
    .map((name) => ({ key: name, now: now.get(name) ?? null, before: then.get(name) ?? null }))
}
