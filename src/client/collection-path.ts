import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own, textOf, valueAt } from '#api/json.ts'
import type { SendPath } from './send-path.ts'

/** The number of times that discovery is read until a type that was just defined is served. */
const TRIES_MAX = 200
const TRY_EVERY_MS = 10

/** Captured when the module is loaded, because tests replace the global one by a fake. */
const { setTimeout: later } = globalThis

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`

async function readResources(send: SendPath, path: string): Promise<readonly Json[]> {
  const response = await send(path)
  const body = response.ok ? (parseExactJson(await response.text()) as Json) : null
  const resources = valueAt(body, ['resources'])
  return Array.isArray(resources) ? resources : []
}

/**
 * Returns the path of the collection that holds an object, by the server's discovery. A custom resource is waited for,
 * because its type is served a moment after its definition was created. Objects without a namespace belong to `default`.
 * Returns `null` if the server does not serve the kind.
 */
export async function collectionPath(send: SendPath, object: JsonObject): Promise<string | null> {
  const [apiVersion, kind] = [textOf(object['apiVersion']), textOf(object['kind'])]
  const path = groupPath(apiVersion)
  const metadata = isObject(object['metadata']) ? object['metadata'] : {}
  // Definitions cannot add types to the core group.
  const triesMax = apiVersion.includes('/') ? TRIES_MAX : 1
  for (let tries = 0; tries < triesMax; tries++) {
    const found = (await readResources(send, path)).find(
      (each) => isObject(each) && each['kind'] === kind && !textOf(each['name']).includes('/'),
    )
    if (isObject(found)) {
      const namespace = textOf(own(metadata, 'namespace')) || 'default'
      const inside = found['namespaced'] === true ? `/namespaces/${namespace}` : ''
      return `${path}${inside}/${textOf(found['name'])}`
    }
    await new Promise((resolve) => void later(resolve, TRY_EVERY_MS))
  }
  return null
}
