import { ApiError } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject, ListMeta } from '#api/object-meta.ts'
import type { Transform } from '#server/serializer/negotiate.ts'
import { type ShownType, type View, toTable } from './table.ts'
import { partialMetadata } from './partial-metadata.ts'

/** One object as a Table or its metadata alone. @throws ApiError NotAcceptable, BadRequest [NE6] */
export function transformObject(
  transform: Transform,
  definition: ShownType,
  object: JsonObject,
  view: View,
): JsonObject {
  switch (transform.kind) {
    case 'Table': {
      const { resourceVersion = '' } = (object as ApiObject).metadata
      // A dry run has no version to tell.
      const meta: ListMeta = resourceVersion === '' ? {} : { resourceVersion }
      return toTable(definition, { objects: [object as ApiObject], meta, version: transform.version }, view)
    }
    case 'PartialObjectMetadata':
      return partialMetadata(definition, object, transform.version)
    case 'PartialObjectMetadataList':
      throw notAList(definition)
  }
}

/** A collection as a Table or its metadata alone. @throws ApiError NotAcceptable, BadRequest [NE6] */
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

/** A custom object could be a list for all that its type says, until it is read as one. */
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

/** Name of a kind's type in the reference's program: its package is the group's first word. */
export const goType = ({ group }: { readonly group: string }, kind: string): string => `*${goPackage(group)}.${kind}`

export const goPackage = (group: string): string => (group === '' ? 'core' : (group.split('.')[0] ?? ''))
