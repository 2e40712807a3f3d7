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
export async function getObject(
  registry: Registry,
  { definition, namespace }: Pick<Scope, 'definition' | 'namespace'>,
  name: string,
  resourceVersion: string,
): Promise<StoredObject> {
  const key = keyOf(definition, namespace, name)
  const version = requestVersion(resourceVersion, plainError)
  if (version > 0) await waitForRevision(registry, version)
  const stored = await registry.objects.get(key, resourceVersion === '' ? undefined : registry.cache.at())
  if (stored === null) throw notFound(definition, name)
  return stored
}
