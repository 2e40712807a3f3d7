import { toApiVersion } from '#api/group-version-resource.ts'
import { type JsonObject, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { toCanonical } from '#schema/canonical.ts'
import { withoutEmptyLists } from '#schema/empty-lists.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { ResourceDefinition } from './resource-definition.ts'

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: StructSchema
}

/** An object as the API shows it: kind and apiVersion first, fields in the schema's order, zero values as the kind has them. */
export function canonicalObject(definition: Kind, object: ApiObject): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object
  const canonical = toCanonical(definition.schema, rest as JsonObject) as ApiObject
  const typed: ApiObject = { kind: definition.kind, apiVersion: toApiVersion(definition), metadata: canonical.metadata }
  for (const [field, value] of Object.entries(canonical)) if (!isTypeField(field)) typed[field] = value
  return typed
}

const isTypeField = (field: string): boolean => field === 'kind' || field === 'apiVersion'

/** What goes to the disk: no resourceVersion, and in the words of the resource type that owns the storage. */
export function toStoredForm(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const kept = withoutEmptyLists(definition.schema, object) as ApiObject
  const owned = definition.storage === undefined ? kept : definition.storage.toStorage(kept)
  const metadata = { ...owned.metadata }
  delete metadata.resourceVersion
  return { ...owned, metadata }
}

/** Nothing but the version differs: such a write is not made. [WR8] */
export function isSameStored({ schema }: Kind, next: ApiObject, live: ApiObject): boolean {
  return deepEqual(withoutVersion(withoutEmptyLists(schema, next) as ApiObject), withoutVersion(live))
}

const withoutVersion = (object: ApiObject): ApiObject => {
  const metadata = { ...object.metadata }
  delete metadata.resourceVersion
  return { ...object, metadata }
}
