import type { ApiObject } from '#api/object-meta.ts'
import type { Matches } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { type Scope, fromStored } from './registry.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import { prefixOf } from './storage-key.ts'

/** What a list, watch or deletecollection is about, parsed from its selectors. */
export interface Selection {
  /** Neither kind of selector was given: only then is the count of what remains known. [PG4] */
  readonly everything: boolean
  readonly matchesLabels?: ((labels: Readonly<Record<string, string>>) => boolean) | undefined
  readonly matchesFields?: ((object: ApiObject) => boolean) | undefined
  /** From `metadata.name=x`: one object only. */
  readonly name?: string | undefined
  /** From `metadata.namespace=x`: one namespace only. */
  readonly namespace?: string | undefined
}

/** The part of the store that is read, and which of its objects count. */
export interface Range {
  readonly prefix: string
  readonly matches: Matches | undefined
  /** One object at most: there are no pages. */
  readonly single: boolean
}

/** Narrows a collection's keys as far as the selectors allow; the rest is for `matches`. */
export function toRange(
  { definition, namespace }: Pick<Scope, 'definition' | 'namespace'>,
  selection: Selection,
): Range {
  const narrowed = namespace === '' && definition.namespaced ? (selection.namespace ?? '') : namespace
  const prefix = prefixOf(definition, narrowed)
  // A single object's key is its prefix's only one that ends so; where the namespace is open, any namespace's will do.
  const end = selection.name === undefined ? undefined : `/${selection.name}`
  const { matchesLabels, matchesFields } = selection
  if (end === undefined && matchesLabels === undefined && matchesFields === undefined)
    return { prefix, matches: undefined, single: false }
  const single = end !== undefined && (narrowed !== '' || !definition.namespaced)
  return {
    prefix,
    single,
    matches: (stored: StoredObject) =>
      (end === undefined || stored.key.endsWith(end)) &&
      (matchesLabels?.(stored.labels) ?? true) &&
      (matchesFields === undefined || matchesFields(view(definition, stored))),
  }
}

const view = (definition: ResourceDefinition, stored: StoredObject): ApiObject => fromStored(definition, stored)
