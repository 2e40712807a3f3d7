import { type Soon, soon } from '#api/waiting/soon.ts'
import { notFound } from '#api/api-error.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { waitForRevision } from './list.ts'
import type { Registry, Scope } from './registry.ts'
import { plainError, requestVersion } from './resource-version.ts'
import { keyOf } from './storage-key.ts'

/**
 * Reads one object: the newest version, or with a `resourceVersion` the version in the watch cache once the cache is at
 * least that new. [RV6] [WC2]
 * @throws ApiError NotFound, Timeout
 */
export function getObject(
  registry: Registry,
  { definition, namespace }: Pick<Scope, 'definition' | 'namespace'>,
  name: string,
  resourceVersion: string,
): Soon<StoredObject> {
  const key = keyOf(definition, namespace, name)
  const version = requestVersion(resourceVersion, plainError)
  const read = (): Soon<StoredObject> =>
    soon(registry.objects.get(key, resourceVersion === '' ? undefined : registry.cache.at()), (stored) => {
      if (stored === null) throw notFound(definition, name)
      return stored
    })
  return version > 0 ? waitForRevision(registry, version).then(read) : read()
}
