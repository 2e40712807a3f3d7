import { type Json, type JsonObject, cloneJson, deepEqual } from '#api/json.ts'
import { dns1123SubdomainName } from '#api/names.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { onDemand } from '#api/loading/on-demand.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'
import type { CustomResourceSubresourceScale } from '#server/kinds/types/apiextensions-v1.ts'
import { applyStructuralDefaults } from '#server/structural/default-values.ts'
import type { StructuralSchema } from '#server/structural/structural-schema.ts'
import { pruneDefaulted } from '#server/resources/apiextensions/customresourcedefinitions/embedded-resources.ts'

/** The schema of one version of a custom resource, with its rules. */
export interface CustomKind {
  readonly schema: StructuralSchema
  readonly hasStatus: boolean
  /** The paths of the scale subresource, if there is one. */
  readonly scale?: CustomResourceSubresourceScale
}

const validation = onDemand(() => import('./custom-validation.ts'))

/**
 * Returns the strategy of custom objects. With a status subresource, writes of the object do not change the status.
 * [CRD7]
 */
export const customStrategy = (kind: CustomKind): Strategy => ({
  load: validation.load,
  validateName: dns1123SubdomainName,
  allowUnconditionalUpdate: false,
  warnings: finalizerWarnings,
  default(next) {
    applyStructuralDefaults(kind.schema, next as Json)
    pruneDefaulted(kind.schema, next as JsonObject)
  },
  prepareForCreate(next) {
    if (kind.hasStatus) delete next.status
    next.metadata.generation = 1
  },
  prepareForUpdate(next, live) {
    if (kind.hasStatus) keepStatus(next, live)
    if (!deepEqual(counted(next, kind), counted(live, kind)))
      next.metadata.generation = (live.metadata.generation ?? 0) + 1
  },
  validate: (next) => validation.loaded().wholeErrors(kind, next, null),
  validateUpdate: (next, live) => validation.loaded().wholeErrors(kind, next, live),
  validateRules: (next, live, errors) => validation.loaded().ruleFindingsInPieces(kind, { next, live }, errors),
})

const garbageFinalizers = new Set(['orphan', 'foregroundDeletion'])

/** Returns warnings for finalizers without a domain, which may conflict with those of others. [CRD7] */
function finalizerWarnings(next: ApiObject, live: ApiObject | null): readonly string[] {
  const before = new Set(live?.metadata.finalizers)
  return (next.metadata.finalizers ?? [])
    .filter((name) => !before.has(name) && !name.includes('/') && !garbageFinalizers.has(name))
    .map(
      (name) =>
        `metadata.finalizers: ${quoteGo(name)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    )
}

function keepStatus(next: ApiObject, live: ApiObject): void {
  if (live.status === undefined) delete next.status
  else next.status = cloneJson(live.status)
}

/**
 * Returns the part of an object whose changes increment the generation: everything except metadata, and except the
 * status if it is a subresource.
 */
function counted(object: ApiObject, { hasStatus }: CustomKind): Json {
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, status, ...rest } = object
  return (hasStatus || status === undefined ? rest : { ...rest, status }) as Json
}

/** Returns the strategy of the status subresource, whose writes change only the status. [CRD8] */
export const customStatusStrategy = (kind: CustomKind): Strategy => ({
  ...customStrategy(kind),
  prepareForUpdate(next, live) {
    for (const name of Object.keys(next))
      if (name !== 'status' && name !== 'metadata') Reflect.deleteProperty(next, name)
    for (const [name, value] of Object.entries(live))
      if (name !== 'status' && name !== 'metadata') next[name] = cloneJson(value)
    keepMetadata(next, live)
  },
  validateUpdate(next, live) {
    return validation.loaded().statusErrors(kind, next, live)
  },
})
