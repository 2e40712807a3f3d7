import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import type { Controller, ControllerHost } from '#server/controllers/shared/controller.ts'
import { createLoop } from './controller-loop.ts'

/** Objects that the server creates because other objects exist. */
export interface Derivation {
  /** The name of the controller. */
  readonly name: string
  /** The path of the source collection. */
  readonly source: string
  /** The path of the derived collection. It is cluster-scoped, so names are unique. */
  readonly target: string
  /** Returns the objects derived from one source object. */
  readonly derive: (source: ApiObject) => readonly ApiObject[]
  /** The label of objects that this controller created. Only these are ever deleted. */
  readonly mark: readonly [label: string, value: string]
}

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** Creates missing derived objects and deletes its own that are no longer needed. */
export function startDerivedObjects(host: ControllerHost, derivation: Derivation): Controller {
  const { name, source, target, derive, mark } = derivation
  const derivedObjects = createDerivedObjects()
  const loop = createLoop(host, {
    name,
    manager: 'kube-apiserver',
    user: 'system:apiserver',
    async sync(client, wanted) {
      const object = derivedObjects.find(wanted)
      const path = `${target}/${encodeURIComponent(wanted)}`
      const live = await unlessStatus(404, () => client.get(path))
      if (object !== undefined && live === null) await unlessStatus(409, () => client.create(target, { ...object }))
      if (object === undefined && live?.metadata.labels?.[mark[0]] === mark[1])
        await unlessStatus(404, () => client.delete(path))
      return true
    },
  })
  const look = (objects: readonly ApiObject[]): void =>
    objects.forEach(({ metadata }) => loop.queue.add(metadata.name ?? ''))
  const set = (object: ApiObject, derived: readonly ApiObject[]): void => {
    const before = derivedObjects.replace(keyOf(object), derived)
    look([...before, ...derived].filter((each) => !(before.includes(each) && derived.includes(each))))
  }
  loop.follow(source, {
    onList(items) {
      derivedObjects.clear()
      for (const item of items) set(item, derive(item))
      // Handles own objects whose source was deleted while the controller did not run.
      void loop.client.list(`${target}?labelSelector=${encodeURIComponent(mark.join('='))}`).then(
        (list) => look(list.items),
        () => undefined,
      )
    },
    onEvent: ({ type, object }) => set(object, type === 'DELETED' ? [] : derive(object)),
  })
  return loop.controller()
}

interface DerivedObjects {
  find(name: string): ApiObject | undefined
  /** Sets the objects that are derived from one source object, and returns those that were before. */
  replace(source: string, derived: readonly ApiObject[]): readonly ApiObject[]
  clear(): void
}

/** Keeps derived objects by source and by name: several sources may derive the same object. */
function createDerivedObjects(): DerivedObjects {
  const bySource = new Map<string, readonly ApiObject[]>()
  const byName = new Map<string, Map<string, ApiObject>>()
  const add = (source: string, object: ApiObject): void => {
    const { name = '' } = object.metadata
    byName.set(name, (byName.get(name) ?? new Map<string, ApiObject>()).set(source, object))
  }
  const remove = (source: string, { metadata: { name = '' } }: ApiObject): void => {
    const sources = byName.get(name)
    sources?.delete(source)
    if (sources?.size === 0) byName.delete(name)
  }
  return {
    find: (name) => byName.get(name)?.values().next().value,
    replace(source, derived) {
      const before = bySource.get(source) ?? []
      for (const object of before) remove(source, object)
      for (const object of derived) add(source, object)
      if (derived.length === 0) bySource.delete(source)
      else bySource.set(source, derived)
      return before
    },
    clear() {
      bySource.clear()
      byName.clear()
    },
  }
}

/** Returns `null` if the call is refused with this code. */
async function unlessStatus<Value>(code: number, call: () => Promise<Value>): Promise<Value | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal && error.status.code === code) return null
    throw error
  }
}
