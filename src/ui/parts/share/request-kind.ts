import { pathParts } from '#client/path-parts.ts'
import type { WatchableResource } from '#ui/model/discovery.ts'

/** Returns the kind of the objects that a path is about; `''` if it is not known. */
export function kindOfPath(path: string, resources: readonly WatchableResource[]): string {
  const parts = pathParts(path)
  if (parts === null) return ''
  return resources.find(({ group, resource }) => group === parts.group && resource === parts.resource)?.kind ?? ''
}
