import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type InformerChoice, type InformerState, readChoice } from './informer-state.ts'
import { compareCache, type KeyRow, writesAfter } from './stale.ts'
import { type Followed, informerBench } from './store.ts'

/** Returns what the bench shows, by the address. */
export const useChoice = (): InformerChoice =>
  readChoice(useStore(useLab().layout, (state) => state.benches['informer'] ?? ''))

/** Returns the collection of the selected object, within its namespace; `null` while nothing is selected. */
export function useFollowed(): Followed | null {
  const lab = useLab()
  const resourceId = useStore(lab.selection, ({ object }) => object?.resourceId)
  const namespace = useStore(lab.selection, ({ object }) => object?.namespace ?? '')
  const resource = useStore(lab.objects, ({ collections }) =>
    resourceId === undefined ? undefined : collections.get(resourceId)?.resource,
  )
  return useMemo(() => (resource === undefined ? null : { resource, namespace }), [resource, namespace])
}

export const useInformer = (): InformerState => useStore(informerBench(useLab()).client.store)

const nothing: ReadonlyMap<string, ApiObject> = new Map()

/** Returns the objects that the server has now. */
function useServerState({ resource, namespace }: Followed): ReadonlyMap<string, ApiObject> {
  const items = useStore(useLab().objects, ({ collections }) => collections.get(resource.id)?.items ?? nothing)
  return useMemo(
    () =>
      namespace === '' ? items : new Map([...items].filter(([, { metadata }]) => metadata.namespace === namespace)),
    [items, namespace],
  )
}

/** The writes that the client has missed. */
export interface Lag {
  /** Writes of the collection after the client's version, oldest first. */
  readonly waiting: readonly RevisionRow[]
  readonly keys: readonly KeyRow[]
  /** The newest revision of the server, and the newest that is no longer kept. */
  readonly newest: number
  readonly compacted: number
}

export function useLag(followed: Followed): Lag {
  const { cluster } = useLab()
  const { cache, version, filledAt, path } = useInformer()
  const rows = useStore(cluster, (state) => state.rows)
  const newest = useStore(cluster, (state) => state.published)
  const compacted = useStore(cluster, (state) => state.compacted)
  const live = useServerState(followed)
  const known = version === '' ? filledAt : version
  const waiting = useMemo(() => writesAfter(rows, path, known), [rows, path, known])
  const keys = useMemo(() => compareCache(cache, live, waiting, newest), [cache, live, waiting, newest])
  return { waiting, keys, newest, compacted }
}

/** Reports whether a stopped client has a step to make: an event to read, a 410 to get, or a list to ask for. */
export function hasStep({ version }: InformerState, { waiting, compacted }: Lag): boolean {
  return waiting.length > 0 || version === '' || Number(version) < compacted
}
