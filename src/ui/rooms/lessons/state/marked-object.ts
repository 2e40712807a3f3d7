import { placeOf } from '#record/exchange.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** Returns the object that a path of the API names; `null` if it names none. [LSN34] */
export function markedObject(path: string): ObjectRef | null {
  const place = placeOf(path)
  if (place === null || place.name === '') return null
  const { group, resource, namespace, name } = place
  // `/api/v1/…` or `/apis/GROUP/VERSION/…`
  const version = path.split('/')[group === '' ? 2 : 3] ?? ''
  const resourceId = [group, version, resource].filter((part) => part !== '').join('.')
  // A namespace is an object of the cluster.
  return { resourceId, namespace, name }
}
