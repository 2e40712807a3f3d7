import type { Lab } from '#ui/lab/lab.ts'
import type { ViewGroup } from '#ui/model/object-view.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** Returns the initial selection: a Deployment if there is one, else the first object. */
export function firstObject(groups: ReadonlyMap<string, ViewGroup>): ObjectRef | null {
  const filled = [...groups].filter(([, { items }]) => items.size > 0)
  const [chosen] = [
    ...filled.filter(([, { resource }]) => resource.kind === 'Deployment'),
    ...filled.filter(([, { resource }]) => resource.namespaced),
    ...filled,
  ]
  if (chosen === undefined) return null
  const [resourceId, { items }] = chosen
  const objects = [...items.values()]
  const object = objects.find(({ metadata }) => metadata.name === 'web') ?? objects[0]
  return object === undefined
    ? null
    : { resourceId, namespace: object.metadata.namespace ?? '', name: object.metadata.name ?? '' }
}

const patienceMs = 1500

/**
 * Selects an object once, as soon as all kinds are listed or after a timeout, unless the user or the address selected
 * one.
 */
export function selectFirst(lab: Lab): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const choose = (isLate: boolean) => {
    if (lab.selection.getState().object !== null) return stop()
    const { discovered, groups } = lab.view.getState()
    if (!discovered) return
    timer ??= setTimeout(() => choose(true), patienceMs)
    const isComplete = [...groups.values()].every(({ state }) => state !== 'loading')
    const object = isComplete || isLate ? firstObject(groups) : null
    if (object === null) return
    stop()
    lab.selection.selectObject(object)
  }
  const ending = lab.view.subscribe(() => choose(false))
  const stop = () => {
    clearTimeout(timer)
    ending()
  }
  return stop
}
