import type { ApiObject } from '#api/object-meta.ts'
import type { Matches } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { type Scope, fromStored } from './registry.ts'
import type { ResourceDefinition } from './resource-definition.ts'
import { prefixOf } from './storage-key.ts'

/** The parsed selectors of a list, watch or deletecollection. */
export interface Selection {
  /** No selector was given: only then is the remaining item count known. [PG4] */
  readonly everything: boolean
  readonly matchesLabels?: ((labels: Readonly<Record<string, string>>) => boolean) | undefined
  readonly matchesFields?: ((object: ApiObject) => boolean) | undefined
  /** From `metadata.name=x`: matches one object only. */
  readonly name?: string | undefined
  /** From `metadata.namespace=x`: matches one namespace only. */
  readonly namespace?: string | undefined
}

/** The range of the store to read, and the objects in it that match. */
export interface Range {
  readonly prefix: string
  readonly matches: Matches | undefined
  /** Contains at most one object: there are no pages. */
  readonly single: boolean
}

/** Narrows the key range of a collection as far as the selectors allow; `matches` handles the rest. */
export function toRange(
  { definition, namespace }: Pick<Scope, 'definition' | 'namespace'>,
  selection: Selection,
): Range {
  const narrowed = namespace === '' && definition.namespaced ? (selection.namespace ?? '') : namespace
  const prefix = prefixOf(definition, narrowed)
  // In one namespace only the key of that object ends this way; across all namespaces, a key in each namespace may.
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
