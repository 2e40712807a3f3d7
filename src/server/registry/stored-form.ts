import { toApiVersion } from '#api/group-version-resource.ts'
import { type JsonObject, deepEqual } from '#api/json.ts'
import type { ApiObject, ObjectMeta } from '#api/object-meta.ts'
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

/**
 * Returns an object in the form of API responses: kind and apiVersion first, fields in schema order, zero values as the
 * kind encodes them.
 */
export function canonicalObject(definition: Kind, object: ApiObject): ApiObject {
  const canonical = toCanonical(definition.schema, object as JsonObject) as ApiObject
  const typed: ApiObject = { kind: definition.kind, apiVersion: toApiVersion(definition), metadata: canonical.metadata }
  for (const field of Object.keys(canonical)) if (!isTypeField(field)) typed[field] = canonical[field]
  return typed
}

const isTypeField = (field: string): boolean => field === 'kind' || field === 'apiVersion'

/**
 * Returns the stored form of an object: no resourceVersion, and in the version of the resource type that owns the
 * storage.
 */
export function toStoredForm(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const kept = withoutEmptyLists(definition.schema, object) as ApiObject
  const owned = definition.storage === undefined ? kept : definition.storage.toStorage(kept)
  return withoutVersion(owned)
}

/** Reports whether the stored form of canonical objects consists of values of their own that equal their JSON. */
export const isStoredAsShown = ({ storage, typedItems }: ResourceDefinition): boolean =>
  storage === undefined && typedItems !== true

/** The object as a read after the write would return it, for the answer to a dry run. [SC12] */
export const shownAfterWrite = ({ schema }: Kind, object: ApiObject): ApiObject =>
  withoutEmptyLists(schema, object) as ApiObject

/** Reports whether the objects differ in nothing but the resourceVersion: such a write is skipped. [WR8] */
export function isSameStored({ schema }: Kind, next: ApiObject, live: ApiObject): boolean {
  if (haveOtherOwners(next.metadata, live.metadata)) return false
  return deepEqual(withoutVersion(withoutEmptyLists(schema, next) as ApiObject), withoutVersion(live))
}

/** Reports a difference that nearly all changes of an object make. */
const haveOtherOwners = ({ managedFields: next = [] }: ObjectMeta, { managedFields: live = [] }: ObjectMeta): boolean =>
  next.length > 0 && live.length > 0 && !deepEqual(next, live)

/** Copies the rest of the metadata: after `delete` V8 would keep it as a hash table, which all later steps read slowly. */
const withoutVersion = (object: ApiObject): ApiObject => {
  const { resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, metadata }
}
