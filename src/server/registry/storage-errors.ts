import { plainError } from './resource-version.ts'
import type { Soon } from '#api/waiting/soon.ts'
import { ApiError } from '#api/api-error.ts'
import { toGroupResource } from '#api/group-version-resource.ts'
import { StorageError } from '#server/storage/log.ts'
import type { ResourceDefinition } from './resource-definition.ts'

const retrySeconds = 2

/** Maps a {@link StorageError} to an {@link ApiError}. This is the only place that does so. [ER3] */
export function toApiError(error: StorageError, definition: ResourceDefinition, operation: string): ApiError {
  switch (error.code) {
    case 'full':
      return new ApiError('InternalError', `Internal error occurred: ${error.message}`, {
        details: { causes: [{ message: error.message }] },
      })
    case 'fenced':
    case 'unavailable':
      return new ApiError(
        'ServerTimeout',
        `The ${operation} operation against ${toGroupResource(definition)} could not be completed at this time, please try again.`,
        {
          details: {
            name: operation,
            ...(definition.group === '' ? {} : { group: definition.group }),
            kind: definition.resource,
            retryAfterSeconds: retrySeconds,
          },
          headers: { 'retry-after': String(retrySeconds) },
        },
      )
    case 'corrupt':
      return new ApiError('InternalError', `Internal error occurred: ${error.message}`, {
        details: { causes: [{ message: error.message }] },
      })
    case 'compacted':
      return resourceExpired('The provided resource version is too old.')
    case 'too-large':
      return plainError('etcdserver: request is too large')
    case 'future':
    case 'unknown':
    case 'outrun':
      return new ApiError('Timeout', error.message)
  }
}

/** The key of an object as the reference's storage layer shows it: only custom types have their group in it. [SUB8] */
export function shownKeyOf(
  { group, resource, shownKey, typedItems, namespaced }: ResourceDefinition,
  namespace: string,
  name: string,
): string {
  const type = shownKey ?? (typedItems === true ? `${group}/${resource}` : resource)
  return namespaced ? `/registry/${type}/${namespace}/${name}` : `/registry/${type}/${name}`
}

/** The error text of the storage layer for a failed precondition on the object at `key`. [SUB8] */
export function preconditionFailure(
  key: string,
  field: 'UID' | 'ResourceVersion',
  { wanted, found }: { readonly wanted: string; readonly found: string },
): string {
  const failed = `Precondition failed: ${field} in precondition: ${wanted}, ${field} in object meta: ${found}`
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${failed}`
}

/** Returns a 410 with reason Expired. */
export const resourceExpired = (message: string, metadata?: Readonly<Record<string, string>>): ApiError =>
  new ApiError('Expired', message, metadata === undefined ? {} : { metadata })

/** Runs `work` and maps its storage errors to API errors. */
export function withStorageErrors<Value>(
  definition: ResourceDefinition,
  operation: string,
  work: () => Soon<Value>,
): Soon<Value> {
  const failed = (error: unknown): never => {
    throw error instanceof StorageError ? toApiError(error, definition, operation) : error
  }
  try {
    const value = work()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}
