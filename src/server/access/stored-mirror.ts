import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { prefixOf } from '#server/registry/storage-key.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

type Content<Value> = ReadonlyMap<string, ReadonlyMap<string, Value>>

/** Objects of one type by namespace and name, kept current by a watch. */
export interface Mirror<Value> {
  read(): Promise<Content<Value>>
  /** The objects, if they are followed already. */
  content(): Content<Value> | undefined
  stop(): void
}

/** The stored objects of `definition`, each as `read` sees it. */
export const mirrorOf = <Value>(
  objects: ObjectStore,
  definition: ResourceDefinition | undefined,
  read: (object: ApiObject) => Value,
): Mirror<Value> => (definition === undefined ? nothing : followed(objects, prefixOf(definition, ''), read))

const noObjects: Content<never> = new Map()
const nothing: Mirror<never> = { read: async () => noObjects, content: () => noObjects, stop: () => undefined }

function followed<Value>(objects: ObjectStore, prefix: string, toValue: (object: ApiObject) => Value): Mirror<Value> {
  let loading: Promise<Content<Value>> | null = null
  let content: Content<Value> | undefined
  let endWatch = (): void => undefined
  const load = async (): Promise<Content<Value>> => {
    const { items, revision } = await objects.list({ prefix })
    const all = new Map<string, ReadonlyMap<string, Value>>()
    for (const { object } of items) put(all, object, toValue(object))
    endWatch = objects.watch({
      prefix,
      after: revision,
      onEvents(events) {
        for (const { type, stored } of events)
          put(all, stored.object, type === 'DELETED' ? undefined : toValue(stored.object))
      },
      // The watch ended: the next use lists everything again.
      onEnd() {
        loading = null
        content = undefined
      },
    })
    content = all
    return all
  }
  return {
    // The next use retries a failed list.
    read: () =>
      (loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })),
    content: () => content,
    stop: () => endWatch(),
  }
}

/**
 * Replaces the map of the namespace, so that values derived from the old map are recognized as stale. `undefined`
 * removes the object.
 */
function put<Value>(all: Map<string, ReadonlyMap<string, Value>>, object: ApiObject, value: Value | undefined): void {
  const { namespace = '', name = '' } = object.metadata
  const next = new Map(all.get(namespace))
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  all.set(namespace, next)
}
