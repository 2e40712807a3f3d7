import { ApiError, internalError } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { Conversion, ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { findSubresource } from '#server/registry/resource-table.ts'

/** The kind of object that requests for a type carry. */
export interface ObjectKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: StructSchema
  /** Defaulting in addition to the schema's defaults. */
  readonly default?: (object: ApiObject) => void
  /** True for a subresource with its own kind, which is the same in every version of its parent. */
  readonly isOwn: boolean
}

/** Returns the kind of the subresource if it has its own (`Scale`), else that of the type. */
export function objectKind(definition: ResourceDefinition, subresource: string): ObjectKind {
  const part = subresource === '' ? undefined : findSubresource(definition, subresource)
  const { group, version, kind, schema, strategy } = definition
  if (part !== undefined && 'schema' in part && part.schema !== undefined)
    return {
      group: part.group ?? group,
      version: part.version ?? version,
      kind: part.kind ?? kind,
      schema: part.schema,
      ...(part.type === 'action' && part.default !== undefined ? { default: part.default } : {}),
      isOwn: true,
    }
  const defaults = strategy.default === undefined ? {} : { default: strategy.default }
  return { group, version, kind, schema, ...defaults, isOwn: false }
}

/**
 * Converts an object to another version of the same resource. Returns the object itself if no conversion is needed.
 * @throws ApiError of the webhook that converts the versions of the resource [CNV4]
 */
export async function toVersion(
  object: ApiObject,
  from: ResourceDefinition,
  to: { readonly definition: ResourceDefinition; readonly kind: ObjectKind },
): Promise<ApiObject> {
  const { definition, kind } = to
  if (from === definition || kind.isOwn) return object
  if (from.conversion !== undefined) return byWebhook(from.conversion, object, toApiVersion(kind))
  const stored = from.storage === undefined ? object : from.storage.toStorage(object)
  const shown = definition.storage === undefined ? stored : definition.storage.fromStorage(stored)
  return { ...shown, kind: kind.kind, apiVersion: toApiVersion(kind) }
}

async function byWebhook(conversion: Conversion, object: ApiObject, apiVersion: string): Promise<ApiObject> {
  try {
    return await conversion.to(object, apiVersion)
  } catch (error) {
    throw error instanceof ApiError ? internalError(error.message) : error
  }
}

/**
 * Converts an object to what a client of another version would receive: with its field order and without empty
 * fields.
 */
export const shownAs = async (
  object: ApiObject,
  from: ResourceDefinition,
  to: { readonly definition: ResourceDefinition; readonly kind: ObjectKind },
): Promise<ApiObject> => canonicalObject(to.kind, await toVersion(object, from, to))

/** Replaces the content of `target` in place, because others hold a reference to it. */
export function replaceContent(target: ApiObject, next: ApiObject): void {
  for (const name of Object.keys(target)) delete target[name]
  Object.assign(target, next)
}
