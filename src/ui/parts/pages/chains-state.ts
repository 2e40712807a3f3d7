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

/** A paged list: every page reads the snapshot of the first. "Paging (chunked lists)". */
export interface Chain {
  readonly id: number
  readonly path: string
  readonly limit: number
  readonly labelSelector: string
  readonly pages: readonly Page[]
  /** Version of the snapshot, `''` before the first page. */
  readonly resourceVersion: string
  /** Token for the next page, `''` when there is none. */
  readonly token: string
  readonly remaining: number | null
  readonly state: 'loading' | 'ready' | 'finished' | 'expired' | 'refused'
  /** The server's words when it refused a page; an expired one carries a fresh token. */
  readonly refusal: Status | null
  /** A new list of the same collection, for comparison; `null` when not asked yet. */
  readonly fresh: { readonly resourceVersion: string; readonly items: readonly PageItem[] } | null
}

export interface ChainsState {
  readonly chains: readonly Chain[]
  readonly nextId: number
}

export const noChains: ChainsState = { chains: [], nextId: 1 }

export interface ChainSpec {
  readonly path: string
  readonly limit: number
  readonly labelSelector: string
}

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

/** Adds a page. An inconsistent continue (after 410) begins a new snapshot, recognised by another resourceVersion. [PP1] */
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

/** The server refused the next page; 410 brings a token that goes on without the snapshot. [PP2] */
export function withRefusal(chain: Chain, refusal: Status): Chain {
  const fresh = refusal.metadata['continue']
  return {
    ...chain,
    state: refusal.code === 410 ? 'expired' : 'refused',
    refusal,
    token: typeof fresh === 'string' ? fresh : chain.token,
  }
}

/** What a continue token says when it is read. Only shown: clients must pass tokens on unread. */
export interface DecodedToken {
  readonly resourceVersion: string
  readonly start: string
}

/** Reads a token of this server; `null` for one that is none. */
export function decodeToken(token: string): DecodedToken | null {
  try {
    const text = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('rv' in value) || !('start' in value)) return null
    return { resourceVersion: String(value.rv), start: String(value.start) }
  } catch {
    // Not base64 or not JSON: a token of some other server, shown as it is.
    return null
  }
}

/** How one name of the snapshot or of the fresh list fares in the other. */
export interface Difference {
  readonly key: string
  readonly now: PageItem | null
  readonly before: PageItem | null
}

/** The fresh list beside the pages read so far: what changed, what went, what came. [PP3] */
export function compareWithFresh(chain: Chain): readonly Difference[] {
  const key = (item: PageItem): string => `${item.namespace}/${item.name}`
  const then = new Map(chain.pages.flatMap((page) => page.items).map((item) => [key(item), item]))
  const now = new Map((chain.fresh?.items ?? []).map((item) => [key(item), item]))
  return [...new Set([...now.keys(), ...then.keys()])]
    .sort()
    .map((name) => ({ key: name, now: now.get(name) ?? null, before: then.get(name) ?? null }))
}
