import type { ObjectView } from '#ui/model/object-view.ts'
import { collectionPath, groupVersionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'

/** One line of the completion list. */
export interface Completion {
  readonly path: string
  /** The displayed text: the part of the path after what was typed. */
  readonly label: string
  readonly note: string
  readonly kind: string
  readonly group: string
}

const completionsMax = 12
const roots = [
  '/api',
  '/apis',
  '/version',
  '/healthz',
  '/readyz',
  '/metrics',
  '/debug/log',
  '/debug/keys',
  '/debug/watches',
]

function namespacesOf(view: ObjectView): readonly string[] {
  const group = [...view.groups.values()].find(
    ({ resource }) => resource.resource === 'namespaces' && resource.group === '',
  )
  return group === undefined ? [] : [...group.items.values()].map(({ metadata }) => metadata.name ?? '')
}

function collections(resource: WatchableResource, namespaces: readonly string[]): readonly string[] {
  return resource.namespaced
    ? [collectionPath(resource), ...namespaces.map((name) => collectionPath(resource, name))]
    : [collectionPath(resource)]
}

/** Returns paths that start with the typed text: roots, collections, then the objects of the collection. */
export function completePath(typed: string, view: ObjectView): readonly Completion[] {
  const namespaces = namespacesOf(view)
  const found: Completion[] = roots
    .filter((path) => path.startsWith(typed) && path !== typed)
    .map((path) => ({ path, label: path, note: '', kind: '', group: '' }))
  for (const { resource, items } of view.groups.values()) {
    const { kind, group } = resource
    if (!typed.startsWith(groupVersionPath(resource).slice(0, typed.length))) continue
    for (const path of collections(resource, namespaces)) {
      if (path.startsWith(typed) && path !== typed) {
        found.push({ path, label: path, note: resource.verbs.join(' '), kind, group })
      }
    }
    for (const { metadata } of items.values()) {
      const path = objectPath(resource, metadata.namespace ?? '', metadata.name ?? '')
      if (path.startsWith(typed) && path !== typed) {
        found.push({
          path,
          label: metadata.name ?? '',
          note: `${kind}, at ${metadata.resourceVersion ?? ''}`,
          kind,
          group,
        })
      }
    }
  }
  return found.sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1)).slice(0, completionsMax)
}
