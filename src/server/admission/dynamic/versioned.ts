import { toApiVersion } from '#api/group-version-resource.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { findSubresource } from '#server/registry/resource-table.ts'

/** The kind of object that a request on a type carries. */
export interface ObjectKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: StructSchema
  /** Defaults besides the schema's own. */
  readonly default?: (object: ApiObject) => void
  /** A subresource with a kind of its own has the same in every version of its parent. */
  readonly isOwn: boolean
}

/** Another than the type's own where a subresource has one (`Scale`). */
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

/** An object of one type in the words of another that keeps the same objects. The same object where they are one. */
export function toVersion(
  object: ApiObject,
  from: ResourceDefinition,
  to: { readonly definition: ResourceDefinition; readonly kind: ObjectKind },
): ApiObject {
  const { definition, kind } = to
  if (from === definition || kind.isOwn) return object
  const stored = from.storage === undefined ? object : from.storage.toStorage(object)
  const shown = definition.storage === undefined ? stored : definition.storage.fromStorage(stored)
  return { ...shown, kind: kind.kind, apiVersion: toApiVersion(kind) }
}

/** An object as a client would see it in the words of another type: in the order of its fields, with what none leaves out. */
export const shownAs = (
  object: ApiObject,
  from: ResourceDefinition,
  to: { readonly definition: ResourceDefinition; readonly kind: ObjectKind },
): ApiObject => canonicalObject(to.kind, toVersion(object, from, to))

/** Puts the content of `next` in the place of `target`'s, which others hold. */
export function replaceContent(target: ApiObject, next: ApiObject): void {
  for (const name of Object.keys(target)) delete target[name]
  Object.assign(target, next)
}
