import type { ApiObject } from '#api/object-meta.ts'
import { followCollection } from '#client/follow.ts'
import type { ControllerHost } from './controller.ts'
import { ownClient } from './own-client.ts'
import { namespaceOf } from './fields.ts'
import { controllerOf, keyOf } from './owners.ts'

/** Called with each change of a collection: `before` is undefined for a new object, `after` for a deleted one. */
export type ChangeHandler<Kind> = (before: Kind | undefined, after: Kind | undefined) => void

/** A copy of one collection that a watch keeps up to date. */
export interface Informer<Kind extends ApiObject> {
  get(key: string): Kind | undefined
  all(): readonly Kind[]
  inNamespace(namespace: string): readonly Kind[]
  /** The objects whose controller has this uid; `''` for those without a controller. */
  controlledBy(uid: string): readonly Kind[]
  onChange(handler: ChangeHandler<Kind>): void
}

/** Copies of collections, one watch each, however many controllers read them. */
export interface Informers {
  of<Kind extends ApiObject>(path: string): Informer<Kind>
  /** While handlers run, the resourceVersion of the change that they handle; `''` otherwise. */
  changing(): string
  /** Resolves when every collection that was asked for is listed. */
  synced(): Promise<void>
  stop(): void
}

export function createInformers({ fetch, clock }: ControllerHost): Informers {
  const { headers } = ownClient(fetch, 'shared-informers', 'system:kube-controller-manager')
  const ending = new AbortController()
  const known = new Map<string, { readonly informer: Informer<ApiObject>; readonly listed: Promise<void> }>()
  let changing = ''
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  return {
    of<Kind extends ApiObject>(path: string): Informer<Kind> {
      const found = known.get(path)
      if (found !== undefined) return found.informer as Informer<Kind>
      const store = createStore((version) => {
        changing = version
      })
      let finish = (): void => undefined
      const listed = new Promise<void>((resolve) => {
        finish = resolve
      })
      void followCollection({
        fetch,
        path,
        headers,
        signal: ending.signal,
        pause,
        onList(items) {
          store.replace(items.map(withoutManagers))
          finish()
        },
        onEvent({ type, object }) {
          const known = withoutManagers(object)
          if (type === 'DELETED') store.remove(known)
          else store.set(known)
        },
      })
      const informer: Informer<ApiObject> = store
      known.set(path, { informer, listed })
      // The path determines the kind, which the compiler cannot know.
      return informer as Informer<Kind>
    },
    changing: () => changing,
    async synced() {
      await Promise.all([...known.values()].map(({ listed }) => listed))
    },
    stop: () => ending.abort(),
  }
}

/**
 * Drops the managedFields, as the original's informers do. No loop reads them, they are half of many objects, and an
 * update without them keeps those of the server.
 */
function withoutManagers(object: ApiObject): ApiObject {
  const { managedFields: _managers, ...metadata } = object.metadata
  return { ...object, metadata }
}

interface Store extends Informer<ApiObject> {
  set(object: ApiObject): void
  remove(object: ApiObject): void
  replace(items: readonly ApiObject[]): void
}

type Index = Map<string, Map<string, ApiObject>>

/** `announce` is called with the version that handlers are about to see, and with `''` after them. */
function createStore(announce: (version: string) => void): Store {
  const byKey = new Map<string, ApiObject>()
  const byNamespace: Index = new Map()
  const byController: Index = new Map()
  const handlers: ChangeHandler<ApiObject>[] = []
  const drop = (index: Index, group: string, key: string): void => {
    const members = index.get(group)
    if (members?.delete(key) === true && members.size === 0) index.delete(group)
  }
  const add = (index: Index, group: string, key: string, object: ApiObject): void => {
    const members = index.get(group) ?? new Map<string, ApiObject>()
    index.set(group, members.set(key, object))
  }
  const index = (key: string, before: ApiObject | undefined, after: ApiObject | undefined): void => {
    if (before !== undefined) {
      drop(byController, controllerOf(before)?.uid ?? '', key)
      if (after === undefined) drop(byNamespace, namespaceOf(before), key)
    }
    if (after === undefined) byKey.delete(key)
    else {
      byKey.set(key, after)
      add(byNamespace, namespaceOf(after), key, after)
      add(byController, controllerOf(after)?.uid ?? '', key, after)
    }
  }
  const put = (key: string, before: ApiObject | undefined, after: ApiObject | undefined): void => {
    index(key, before, after)
    announce((after ?? before)?.metadata.resourceVersion ?? '')
    for (const handler of handlers) handler(before, after)
    announce('')
  }
  const replaceOne = (object: ApiObject): void => {
    const key = keyOf(object)
    const before = byKey.get(key)
    const isOther = before !== undefined && before.metadata.uid !== object.metadata.uid
    if (isOther) put(key, before, undefined)
    put(key, isOther ? undefined : before, object)
  }
  return {
    get: (key) => byKey.get(key),
    all: () => [...byKey.values()],
    inNamespace: (namespace) => [...(byNamespace.get(namespace)?.values() ?? [])],
    controlledBy: (uid) => [...(byController.get(uid)?.values() ?? [])],
    onChange(handler) {
      handlers.push(handler)
      for (const object of byKey.values()) handler(undefined, object)
    },
    set: replaceOne,
    remove: (object) => put(keyOf(object), object, undefined),
    replace(items) {
      const now = new Set(items.map(keyOf))
      for (const [key, object] of byKey) if (!now.has(key)) put(key, object, undefined)
      items.forEach(replaceOne)
    },
  }
}
