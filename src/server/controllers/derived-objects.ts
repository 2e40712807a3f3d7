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
  const bySource = new Map<string, readonly ApiObject[]>()
  const find = (wanted: string): ApiObject | undefined =>
    [...bySource.values()].flat().find(({ metadata }) => metadata.name === wanted)
  const loop = createLoop(host, {
    name,
    manager: 'kube-apiserver',
    user: 'system:apiserver',
    async sync(client, wanted) {
      const object = find(wanted)
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
    const before = bySource.get(keyOf(object)) ?? []
    bySource.set(keyOf(object), derived)
    if (derived.length === 0) bySource.delete(keyOf(object))
    look([...before, ...derived].filter((each) => !(before.includes(each) && derived.includes(each))))
  }
  loop.follow(source, {
    onList(items) {
      bySource.clear()
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

/** Returns `null` if the call is refused with this code. */
async function unlessStatus<Value>(code: number, call: () => Promise<Value>): Promise<Value | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal && error.status.code === code) return null
    throw error
  }
}
