import { badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** An object's metadata alone. [NE6] */
export const partialMetadata = (object: JsonObject, version: string): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.orch.io/${version}`,
  metadata: (object as ApiObject).metadata,
})

/** `includeObject` of a Table. @throws ApiError BadRequest */
export function includedObject(query: URLSearchParams): 'None' | 'Metadata' | 'Object' {
  const text = query.get('includeObject') ?? ''
  if (text === '' || text === 'Metadata') return 'Metadata'
  if (text === 'None' || text === 'Object') return text
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(text)}`)
}
