import { errorText } from '#api/error-text.ts'
import { createStore } from 'zustand/vanilla'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import {
  addChain,
  type Chain,
  type ChainSpec,
  type ChainsState,
  changeChain,
  noChains,
  type PageItem,
  removeChain,
  withPage,
  withRefusal,
} from './chains-state.ts'

export interface Chains {
  readonly store: ReadableStore<ChainsState>
  /** Starts a paged list and reads its first pages: one, or as many as `pageCount`. */
  start(spec: ChainSpec, pageCount?: number): void
  next(id: number): void
  /** Lists the same collection without a token, for comparison with the snapshot. */
  compare(id: number): void
  close(id: number): void
}

interface List {
  readonly metadata: ListMeta
  readonly items: readonly ApiObject[]
}

const toItem = ({ metadata }: ApiObject): PageItem => ({
  namespace: metadata.namespace ?? '',
  name: metadata.name ?? '',
  resourceVersion: metadata.resourceVersion ?? '',
})

function chainTarget(chain: Chain, paged: boolean): string {
  const query = new URLSearchParams()
  if (paged) query.set('limit', String(chain.limit))
  if (chain.labelSelector !== '') query.set('labelSelector', chain.labelSelector)
  if (paged && chain.token !== '') query.set('continue', chain.token)
  return query.size === 0 ? chain.path : `${chain.path}?${query}`
}

interface ChainsOptions {
  readonly now?: () => number
  /** The lists of the last visit. */
  readonly restored?: ChainsState
}

/** Creates the store of the paged lists that the user reads page by page. */
export function createChains(fetcher: typeof fetch, options: ChainsOptions = {}): Chains {
  const { now = Date.now, restored = noChains } = options
  const store = createStore<ChainsState>(() => restored)
  const change = (id: number, how: (chain: Chain) => Chain) => store.setState((state) => changeChain(state, id, how))
  const find = (id: number) => store.getState().chains.find((chain) => chain.id === id)
  const next = async (id: number): Promise<void> => {
    const chain = find(id)
    if (chain === undefined) return
    change(id, (known) => ({ ...known, state: 'loading' }))
    try {
      const list = await getJson<List>(fetcher, chainTarget(chain, true))
      change(id, (known) => withPage(known, list.metadata, list.items.map(toItem), now()))
    } catch (error) {
      change(id, (known) => withRefusal(known, refusalOf(error)))
    }
  }
  const readOn = async (id: number, pageCount: number): Promise<void> => {
    await next(id)
    if (pageCount > 1 && find(id)?.state === 'ready') await readOn(id, pageCount - 1)
  }
  const compare = async (id: number): Promise<void> => {
    const chain = find(id)
    if (chain === undefined) return
    const { metadata, items } = await getJson<List>(fetcher, chainTarget(chain, false))
    change(id, (known) => ({
      ...known,
      fresh: { resourceVersion: metadata.resourceVersion ?? '', items: items.map(toItem) },
    }))
  }
  return {
    store,
    start(spec, pageCount = 1) {
      const id = store.getState().nextId
      store.setState((state) => addChain(state, spec))
      void readOn(id, pageCount)
    },
    next: (id) => void next(id),
    compare: (id) =>
      void compare(id).catch((error: unknown) => change(id, (known) => withRefusal(known, refusalOf(error)))),
    close: (id) => store.setState((state) => removeChain(state, id)),
  }
}

/** Returns a Status for an error: a lost connection is shown in the same place as a refusal. */
const refusalOf = (error: unknown): Refusal['status'] =>
  error instanceof Refusal
    ? error.status
    : {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: errorText(error),
        code: 0,
      }
