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
 * Returns the initial selection once it is certain: when Deployments are listed and there is one, else when all kinds are
 * listed. With `isLate` kinds that are not listed yet are left out, but for Deployments: the tour and the first page speak
 * of the Deployment `web`, so a slow machine must not open another object instead. [UI26]
 */
export function decideFirst(groups: ReadonlyMap<string, ViewGroup>, isLate: boolean): ObjectRef | null {
  const all = [...groups.values()]
  const deployments = all.filter(({ resource }) => resource.kind === 'Deployment')
  if (deployments.some(({ state }) => state === 'loading')) return null
  const isCertain = deployments.some(({ items }) => items.size > 0) || all.every(({ state }) => state !== 'loading')
  return isCertain || isLate ? firstObject(groups) : null
}

/** Selects an object once, unless the user or the address selected one. */
export function selectFirst(lab: Lab): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  const choose = () => {
    if (lab.selection.getState().object !== null) return stop()
    const { discovered, groups } = lab.view.getState()
    if (!discovered) return
    timer ??= setTimeout(() => {
      isLate = true
      choose()
    }, patienceMs)
    const object = decideFirst(groups, isLate)
    if (object === null) return
    stop()
    lab.selection.selectObject(object)
  }
  const ending = lab.view.subscribe(choose)
  const stop = () => {
    clearTimeout(timer)
    ending()
  }
  return stop
}
