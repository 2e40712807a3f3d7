import { type Soon, soon } from '#api/waiting/soon.ts'
import { ApiError, conflict, invalidObject, notFound } from '#api/api-error.ts'
import { invalid } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { allocate, isOutrun, releaseAllocations } from './allocation.ts'
import { createOnce } from './create.ts'
import { namespaceLabels } from './metadata/namespace-labels.ts'
import { keepOwnerTimes } from './managed-fields/owners.ts'
import { ensureNamespace } from './metadata/object-meta.ts'
import {
  type AdmissionHooks,
  type FieldError,
  type Registry,
  type Result,
  type Scope,
  fromStored,
  objectResult,
} from './registry.ts'
import { objectVersion } from './resource-version.ts'
import { preconditionFailure, shownKeyOf } from './storage-errors.ts'
import { keyOf, ownerOf, pathSegmentErrors } from './storage-key.ts'
import { canonicalObject, shownAfterWrite } from './stored-form.ts'
import { loadKind, validateKind, warn } from './validate-kind.ts'
import { removeCompanion } from './deletion/delete.ts'
import {
  validateBesidesNames,
  validateBuiltInFinalizers,
  validateNames,
  validateObjectMetaUpdate,
  validateRepeated,
} from './metadata/validate-meta.ts'
import { writeOver } from './write-over.ts'

/** Maximum number of retries after conflicts before the client receives an error. */
const updateAttemptsMax = 100
const modified = 'the object has been modified; please apply your changes to the latest version and try again'

export interface UpdateRequest {
  readonly name: string
  /** The uid in the client's object, `''` for none. */
  readonly uid: string
  /**
   * Builds the object to store, including mutating admission; called again after a conflict. Must not change `live`.
   */
  readonly makeNext: (live: ApiObject | null) => Soon<ApiObject>
  readonly hooks: AdmissionHooks
  /** Creates an absent object regardless of the strategy, for server-side apply. */
  readonly forceCreate?: boolean
}

/**
 * Reads, changes and writes one object, with retry when another client wrote in between. [WR7]
 * @throws ApiError NotFound, Conflict, Invalid, or an error of `makeNext` or admission
 */
export async function updateObject(
  registry: Registry,
  scope: Scope,
  request: UpdateRequest,
): Promise<{ readonly result: Result; readonly created: boolean }> {
  try {
    return await updateUntilWon(registry, scope, request)
  } finally {
    releaseAllocations(registry, scope)
  }
}

async function updateUntilWon(
  registry: Registry,
  scope: Scope,
  request: UpdateRequest,
): Promise<{ readonly result: Result; readonly created: boolean }> {
  const { definition } = scope
  const key = keyOf(definition, scope.namespace, request.name)
  const mayCreate = (scope.strategy.allowCreateOnUpdate ?? false) || (request.forceCreate ?? false)
  for (let attempt = 0; attempt < updateAttemptsMax; attempt++) {
    const stored = await registry.objects.get(key)
    if (stored === null && !mayCreate) throw notFound(definition, request.name)
    checkUid(scope, request, stored)
    if (stored === null) {
      const made = await createByUpdate(registry, scope, request).catch(lostToCreator)
      if (made === 'lost') continue
      return { result: made, created: true }
    }
    const result = await updateOnce(registry, scope, request, stored).catch(lostToAllocation)
    if (result !== 'lost') return { result, created: false }
  }
  throw conflict(definition, request.name, modified)
}

/** Another client created the object in between: retry as an update. */
function lostToCreator(error: unknown): 'lost' {
  if (error instanceof ApiError && error.reason === 'AlreadyExists') return 'lost'
  return lostToAllocation(error)
}

/** Another host has allocated values at the same time: allocate again. */
function lostToAllocation(error: unknown): 'lost' {
  if (isOutrun(error)) return 'lost'
  throw error
}

function checkUid({ definition, namespace }: Scope, request: UpdateRequest, stored: StoredObject | null): void {
  const { name, uid } = request
  const found = stored?.object.metadata.uid ?? ''
  if (uid === '' || uid === found) return
  const key = shownKeyOf(definition, namespace, name)
  throw conflict(definition, name, preconditionFailure(key, 'UID', { wanted: uid, found }))
}

async function createByUpdate(registry: Registry, scope: Scope, request: UpdateRequest): Promise<Result> {
  const next = await request.makeNext(null)
  objectVersion(next.metadata.resourceVersion)
  delete next.metadata.resourceVersion
  return createOnce(registry, scope, next, request.hooks)
}

async function updateOnce(
  registry: Registry,
  scope: Scope,
  request: UpdateRequest,
  stored: StoredObject,
): Promise<Result | 'lost'> {
  const { definition } = scope
  const live = fromStored(definition, stored)
  const next = await request.makeNext(live)
  checkVersion(scope, request.name, next, stored)
  const prepared = soon(registry.rest?.(), () => prepareUpdate(registry, scope, next, live))
  if (prepared instanceof Promise) await prepared
  const object = keepOwnerTimes(canonicalObject(definition, next), live)
  const admitted = soon(registry.rest?.(), () => request.hooks.validateUpdate?.(object, live))
  if (admitted instanceof Promise) await admitted
  if (isRemovedByUpdate(scope, object, live)) return remove(registry, scope, stored, object)
  return writeOver(registry, scope, stored, object)
}

/**
 * Checks that the client's resourceVersion is the live one; if the kind allows it, an absent version matches any. [RV3]
 */
function checkVersion({ definition, strategy }: Scope, name: string, next: ApiObject, stored: StoredObject): void {
  const version = objectVersion(next.metadata.resourceVersion)
  if (version === 0 && (strategy.allowUnconditionalUpdate ?? true)) {
    next.metadata.resourceVersion = String(stored.revision)
    return
  }
  if (version === 0) {
    const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update')
    throw invalidObject({ group: ownerOf(definition).group, kind: definition.resource }, name, [error])
  }
  if (version !== stored.revision) throw conflict(definition, name, modified)
}

/** Performs the steps of an update between the version check and validating admission. Changes `next`. [WR5] */
const prepareUpdate = (registry: Registry, scope: Scope, next: ApiObject, live: ApiObject): Soon<void> =>
  soon(loadKind(scope), () => prepareLoaded(registry, scope, next, live))

function prepareLoaded(registry: Registry, scope: Scope, next: ApiObject, live: ApiObject): Soon<void> {
  const { definition, strategy, context } = scope
  ensureNamespace(next, definition.namespaced ? scope.namespace : '')
  setOrDelete(next, 'generation', live.metadata.generation)
  strategy.prepareForUpdate?.(next, live, context)
  keepSystemFields(next, live)
  return soon(allocate(registry, scope, next, live), (allocated) =>
    soon(strategy.validateInNamespace?.(next, live, namespaceLabels(registry, scope)), (placed = []) => {
      const metadata = metadataErrors(scope, next, live)
      return soon(validateKind(scope, next, live, registry.rest), (own) =>
        soon(registry.rest?.(), () => {
          const errors = [...allocated, ...placed, ...metadata, ...own.errors]
          if (errors.length > 0) throw invalidObject(ownerOf(definition), next.metadata.name ?? '', errors)
          warn(scope, next, live, own)
          strategy.canonicalize?.(next)
          return registry.rest?.()
        }),
      )
    }),
  )
}

function keepSystemFields(next: ApiObject, live: ApiObject): void {
  const { metadata } = next
  if ((metadata.uid ?? '') === '') setOrDelete(next, 'uid', live.metadata.uid)
  setOrDelete(next, 'creationTimestamp', live.metadata.creationTimestamp)
  if (live.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = live.metadata.deletionTimestamp
  const graceSeconds = metadata.deletionGracePeriodSeconds ?? live.metadata.deletionGracePeriodSeconds ?? -1
  if (graceSeconds === -1) delete metadata.deletionGracePeriodSeconds
  else metadata.deletionGracePeriodSeconds = graceSeconds
}

function setOrDelete<Field extends 'generation' | 'uid' | 'creationTimestamp'>(
  { metadata }: ApiObject,
  field: Field,
  value: ApiObject['metadata'][Field] | undefined,
): void {
  if (value === undefined) delete metadata[field]
  else metadata[field] = value
}

/**
 * Returns the errors of metadata. The reference checks it in the registry and again in the validation of the kind, and
 * clients see both.
 */
function metadataErrors({ definition, strategy }: Scope, next: ApiObject, live: ApiObject): readonly FieldError[] {
  const again = validateRepeated(next.metadata)
  const changes = validateObjectMetaUpdate(next.metadata, live.metadata, again)
  const general = validateBesidesNames(next.metadata, definition.namespaced, again)
  const own =
    definition.typedItems === true || strategy.anyFinalizer === true ? [] : validateBuiltInFinalizers(next.metadata)
  const repeated =
    strategy.metadataOnUpdate === 'whole'
      ? [...validateNames(next.metadata, strategy.validateName), ...general, ...own]
      : []
  return [
    ...validateNames(next.metadata, pathSegmentErrors),
    ...general,
    ...changes,
    ...(strategy.metadataOnUpdate === 'own' ? [] : changes),
    ...repeated,
  ]
}

/**
 * Reports whether the write removes the object: it removes the last finalizer of an object that is marked for deletion.
 * [DE4]
 */
function isRemovedByUpdate({ strategy }: Scope, next: ApiObject, live: ApiObject): boolean {
  if ((next.metadata.finalizers ?? []).length > 0 || live.metadata.deletionTimestamp === undefined) return false
  if ((live.metadata.deletionGracePeriodSeconds ?? 0) !== 0) return false
  return strategy.readyForRemoval?.(next) ?? true
}

async function remove(
  registry: Registry,
  scope: Scope,
  stored: StoredObject,
  next: ApiObject,
): Promise<Result | 'lost'> {
  const removed = objectResult(shownAfterWrite(scope.definition, next))
  if (scope.context.dryRun) return removed
  const written = await registry.objects.write({
    key: stored.key,
    expected: stored.revision,
    object: null,
    author: scope.author,
  })
  if (written.type === 'lost' && written.winner !== null) return 'lost'
  await removeCompanion(registry, scope, next)
  return removed
}
