import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { fromStored } from '#server/registry/registry.ts'
import { prefixOf } from '#server/registry/storage-key.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/**
 * A value derived from all objects of some types and kept up to date by watches, so that requests need not wait for
 * it.
 */
export interface Followed<Value> {
  /** Returns the newest value; a promise only until the initial list is complete. */
  read(): Value | Promise<Value>
  stop(): void
}

interface Mirror {
  readonly objects: Map<string, ApiObject>
  stop(): void
}

/**
 * Watches the stored types `resources` of `group`. `make` gets their objects sorted by name, in the order of
 * `resources`, at the first read after a change. [DA7]
 */
export function followObjects<Value>(
  store: ObjectStore,
  table: () => ResourceTable,
  what: { readonly group: string; readonly resources: readonly string[] },
  make: (...objects: (readonly ApiObject[])[]) => Value,
): Followed<Value> {
  let mirrors: readonly Mirror[] | null = null
  let made: { readonly value: Value } | null = null
  let loading: Promise<Value> | null = null
  const forget = (): void => {
    for (const mirror of mirrors ?? []) mirror.stop()
    mirrors = made = loading = null
  }
  const makeNow = (from: readonly Mirror[]): Value => {
    made ??= { value: make(...from.map(({ objects }) => byName(objects))) }
    return made.value
  }
  const load = async (): Promise<Value> => {
    mirrors = await Promise.all(
      what.resources.map((resource) =>
        mirror(store, table, { group: what.group, resource }, { onChange: () => (made = null), onLost: forget }),
      ),
    )
    return makeNow(mirrors)
  }
  return {
    read() {
      if (made !== null) return made.value
      if (mirrors !== null) return makeNow(mirrors)
      // After a failed list, the next read tries again.
      return (loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      }))
    },
    stop: forget,
  }
}

const byName = (objects: ReadonlyMap<string, ApiObject>): readonly ApiObject[] =>
  [...objects.values()].toSorted((a, b) => compare(a.metadata.name ?? '', b.metadata.name ?? ''))

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

async function mirror(
  store: ObjectStore,
  table: () => ResourceTable,
  { group, resource }: { readonly group: string; readonly resource: string },
  handlers: { readonly onChange: () => void; readonly onLost: () => void },
): Promise<Mirror> {
  const objects = new Map<string, ApiObject>()
  const definition = table().findStored(group, resource)
  if (definition === undefined) return { objects, stop: () => undefined }
  const prefix = prefixOf(definition, '')
  const { items, revision } = await store.list({ prefix })
  for (const stored of items) objects.set(stored.key, fromStored(definition, stored))
  const stop = store.watch({
    prefix,
    after: revision,
    onEvents(events) {
      for (const { type, stored } of events)
        if (type === 'DELETED') objects.delete(stored.key)
        else objects.set(stored.key, fromStored(definition, stored))
      handlers.onChange()
    },
    onEnd: handlers.onLost,
  })
  return { objects, stop }
}
