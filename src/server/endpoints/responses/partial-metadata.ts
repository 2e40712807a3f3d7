import { badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

/** Returns an object's PartialObjectMetadata. [NE6] */
export const partialMetadata = (
  { shownMetadata }: Pick<ResourceDefinition, 'shownMetadata'>,
  object: JsonObject,
  version: string,
): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.orch.io/${version}`,
  metadata: shownMetadata?.(object as ApiObject) ?? (object as ApiObject).metadata,
})

/** Parses `includeObject` of a Table. @throws ApiError BadRequest */
export function includedObject(query: URLSearchParams): 'None' | 'Metadata' | 'Object' {
  const text = query.get('includeObject') ?? ''
  if (text === '' || text === 'Metadata') return 'Metadata'
  if (text === 'None' || text === 'Object') return text
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quoteGo(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}
