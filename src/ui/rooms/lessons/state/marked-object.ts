import { parseExactJson } from '#api/exact-json.ts'
import { textOf, valueAt } from '#api/json.ts'
import type { Observed } from '#lesson/seen-request.ts'
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

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

function nameIn(text: string): string {
  try {
    return textOf(valueAt(parseExactJson(text), ['metadata', 'name']))
  } catch (error) {
    // Another form than JSON.
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/** Returns the object that a request stored; `null` for reads, deletions, dry runs, refusals and what has no name. [LSN43] */
export function writtenObject({ method, target, code, text }: Observed): ObjectRef | null {
  if (!writing.has(method) || code < 200 || code >= 300 || /[?&]dryRun=/.test(target)) return null
  const place = placeOf(target)
  if (place === null) return null
  const name = place.name === '' ? nameIn(text) : place.name
  return name === '' ? null : markedObject(`${place.collection}/${name}`)
}
