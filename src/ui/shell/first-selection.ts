import type { Lab } from '#ui/lab/lab.ts'
import type { ViewGroup } from '#ui/model/object-view.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

type Item = ViewGroup['items'] extends ReadonlyMap<string, infer Each> ? Each : never

interface Candidate {
  readonly resourceId: string
  readonly item: Item
  readonly isNamespaced: boolean
}

const createdAt = ({ item }: Candidate): string => item.metadata.creationTimestamp ?? ''

/** Orders by creation, newest first; of the same second, objects in namespaces come before others. */
const byInterest = (a: Candidate, b: Candidate): number =>
  createdAt(b).localeCompare(createdAt(a)) || Number(b.isNamespaced) - Number(a.isNamespaced)

/** Reports whether the server made an object for itself. */
const isServers = ({ item: { metadata } }: Candidate): boolean =>
  metadata.namespace?.startsWith('kube-') === true || metadata.name?.startsWith('system:') === true

/** Returns the newest object, or the namespace `default` where the server's own objects are all there is. */
function newest(all: readonly (Candidate & { readonly kind: string })[]): Candidate | undefined {
  const [first] = all.toSorted(byInterest)
  if (first === undefined || !isServers(first)) return first
  return all.find(({ kind, item }) => kind === 'Namespace' && item.metadata.name === 'default') ?? first
}

/**
 * Returns the initial selection: the Deployment `web`, else a Deployment, else the newest object. The server's own objects
 * are the oldest ones, so what a lesson begins with comes before them. [UI26]
 */
export function firstObject(groups: ReadonlyMap<string, ViewGroup>): ObjectRef | null {
  const all = [...groups].flatMap(([resourceId, { resource, items }]) =>
    [...items.values()].map((item) => ({ resourceId, item, isNamespaced: resource.namespaced, kind: resource.kind })),
  )
  const deployments = all.filter(({ kind }) => kind === 'Deployment')
  const chosen = deployments.find(({ item }) => item.metadata.name === 'web') ?? deployments[0] ?? newest(all)
  if (chosen === undefined) return null
  const { name = '', namespace = '' } = chosen.item.metadata
  return { resourceId: chosen.resourceId, namespace, name }
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
