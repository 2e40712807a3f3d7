import { ApiError } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import type { Transform } from '#server/serializer/negotiate.ts'
import { type ShownType, type View, toTable } from './table.ts'
import { partialMetadata } from './partial-metadata.ts'

/** Converts one object to a Table or PartialObjectMetadata. @throws ApiError NotAcceptable, BadRequest [NE6] */
export function transformObject(
  transform: Transform,
  definition: ShownType,
  object: JsonObject,
  view: View,
): JsonObject {
  switch (transform.kind) {
    case 'Table': {
      const { resourceVersion = '' } = (object as ApiObject).metadata
      // The result of a dry run has no resourceVersion.
      const meta: ListMeta = resourceVersion === '' ? {} : { resourceVersion }
      return toTable(definition, { objects: [object as ApiObject], meta, version: transform.version }, view)
    }
    case 'PartialObjectMetadata':
      return partialMetadata(definition, object, transform.version)
    case 'PartialObjectMetadataList':
      throw notAList(definition)
  }
}

/** Converts a collection to a Table or PartialObjectMetadataList. @throws ApiError NotAcceptable, BadRequest [NE6] */
export function transformList(
  transform: Transform,
  definition: ShownType,
  list: { readonly objects: readonly ApiObject[]; readonly meta: ListMeta },
  view: View,
): JsonObject {
  switch (transform.kind) {
    case 'Table':
      return toTable(definition, { ...list, version: transform.version }, view)
    case 'PartialObjectMetadataList':
      return {
        kind: 'PartialObjectMetadataList',
        apiVersion: `meta.orch.io/${transform.version}`,
        metadata: list.meta,
        items: list.objects.map((object) => partialMetadata(definition, object, transform.version)),
      }
    case 'PartialObjectMetadata':
      throw new ApiError(
        'NotAcceptable',
        `you requested PartialObjectMetadata, but the requested object is a list (${listType(definition)})`,
      )
  }
}

/** The Go type of custom resources does not show whether a value is a list, so the error differs. */
const notAList = (definition: ShownType): ApiError =>
  definition.typedItems === true
    ? new ApiError('InternalError', 'content is not a list', { reasonText: '' })
    : new ApiError(
        'NotAcceptable',
        `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(definition, definition.kind)})`,
      )

const listType = (definition: ShownType): string =>
  definition.typedItems === true
    ? '*unstructured.UnstructuredList'
    : goType(definition, definition.listKind ?? `${definition.kind}List`)

/** Returns the Go type name of a kind: its package is the first label of the group. */
export const goType = ({ group }: { readonly group: string }, kind: string): string => `*${goPackage(group)}.${kind}`

export const goPackage = (group: string): string => (group === '' ? 'core' : (group.split('.')[0] ?? ''))
