import { type Soon, soon } from '#api/waiting/soon.ts'
import { ApiError, alreadyExists, forbiddenRequest, invalidObject } from '#api/api-error.ts'
import { toGroupResource } from '#api/group-version-resource.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { allocate, isOutrun, releaseAllocations, turnOf } from './allocation.ts'
import { ensureNamespace, toTimestamp, wipeSystemFields } from './metadata/object-meta.ts'
import {
  type AdmissionHooks,
  type FieldError,
  type Registry,
  type Result,
  type Scope,
  fromStored,
  objectResult,
  storedResult,
} from './registry.ts'
import { parseUintError, plainError } from './resource-version.ts'
import { namespaceLabels } from './metadata/namespace-labels.ts'
import { keyOf, ownerOf } from './storage-key.ts'
import { canonicalObject, shownAfterWrite, toStoredForm } from './stored-form.ts'
import { loadKind, validateKind, warn } from './validate-kind.ts'
import type { RuleFindings } from './strategy.ts'
import { validateBuiltInFinalizers, validateObjectMeta } from './metadata/validate-meta.ts'

const generateAttemptsMax = 8
const outrunMax = 100
const generatedBaseMax = 58
const suffixLength = 5

/**
 * Stores a new object. `sent` is not changed. If a generated name is taken, up to seven other names are tried. [WR1]
 * [WR6]
 * @throws ApiError AlreadyExists, Invalid, BadRequest, or an error of admission
 */
export async function createObject(
  registry: Registry,
  scope: Scope,
  sent: ApiObject,
  hooks: AdmissionHooks,
): Promise<Result> {
  const generates = (sent.metadata.name ?? '') === '' && (sent.metadata.generateName ?? '') !== ''
  for (let [attempt, outrun] = [1, 0]; ;) {
    try {
      return await createOnce(registry, scope, cloneJson(sent), hooks)
    } catch (error) {
      const taken = error instanceof ApiError && error.reason === 'AlreadyExists'
      if (isOutrun(error) && outrun < outrunMax) outrun += 1
      else if (generates && taken && attempt < generateAttemptsMax) attempt += 1
      else throw error
    } finally {
      releaseAllocations(registry, scope)
    }
  }
}

export const createOnce = (registry: Registry, scope: Scope, next: ApiObject, hooks: AdmissionHooks): Soon<Result> =>
  soon(registry.rest?.(), () =>
    soon(prepareCreate(registry, scope, next), (object) =>
      soon(registry.rest?.(), () => soon(hooks.validateCreate?.(object), () => insert(registry, scope, object))),
    ),
  )

/** Performs the steps of a create that precede validating admission. */
const prepareCreate = (registry: Registry, scope: Scope, next: ApiObject): Soon<ApiObject> =>
  soon(loadKind(scope), () => prepareLoaded(registry, scope, next))

function prepareLoaded(registry: Registry, scope: Scope, next: ApiObject): Soon<ApiObject> {
  const { definition, strategy, context } = scope
  fillMetadata(registry, scope, next)
  if (definition.createForbidden !== undefined)
    throw forbiddenRequest(definition, next.metadata.name ?? '', definition.createForbidden)
  strategy.prepareForCreate?.(next, context)
  return soon(allocate(registry, scope, next, null), (allocated) =>
    soon(validateKind(scope, next, null, registry.rest), (own) => validated(registry, scope, next, { allocated, own })),
  )
}

/** The errors of the allocators, and the findings of the kind. */
interface Found {
  readonly allocated: readonly FieldError[]
  readonly own: RuleFindings
}

function validated(registry: Registry, scope: Scope, next: ApiObject, { allocated, own }: Found): Soon<ApiObject> {
  const { definition, strategy } = scope
  const errors = [
    ...allocated,
    ...validateObjectMeta(next.metadata, definition.namespaced, strategy.validateName),
    ...(definition.typedItems === true || strategy.anyFinalizer === true
      ? []
      : validateBuiltInFinalizers(next.metadata)),
  ]
  return soon(strategy.validateInNamespace?.(next, null, namespaceLabels(registry, scope)), (placed = []) =>
    soon(registry.rest?.(), () => accepted(scope, next, own, [...errors, ...placed, ...own.errors])),
  )
}

function accepted(scope: Scope, next: ApiObject, own: RuleFindings, errors: readonly FieldError[]): ApiObject {
  const { definition, strategy } = scope
  if (errors.length > 0) throw invalidObject(ownerOf(definition), next.metadata.name ?? '', errors)
  warn(scope, next, null, own)
  strategy.canonicalize?.(next)
  return canonicalObject(definition, next)
}

function fillMetadata(registry: Registry, { definition, namespace, context }: Scope, next: ApiObject): void {
  const { metadata } = next
  const { name = '', generateName = '' } = metadata
  wipeSystemFields(metadata)
  metadata.creationTimestamp = toTimestamp(context.nowMs)
  metadata.uid = registry.uid()
  if (name === '' && generateName !== '')
    metadata.name = `${generateName.slice(0, generatedBaseMax)}${registry.random(suffixLength)}`
  ensureNamespace(next, definition.namespaced ? namespace : '')
}

/** Writes a prepared object to a key, which must be absent. */
export async function insert(registry: Registry, scope: Scope, object: ApiObject): Promise<Result> {
  const { definition } = scope
  const name = object.metadata.name ?? ''
  const key = keyOf(definition, scope.namespace, name)
  if (scope.context.dryRun) {
    const taken = await registry.objects.get(key)
    if (taken !== null) throw nameTaken(scope, object, fromStored(definition, taken))
    // Only the storage layer refuses a resourceVersion: a dry run returns the one that the client sent.
    return objectResult(shownAfterWrite(definition, object))
  }
  const version = object.metadata.resourceVersion ?? ''
  if (version !== '' && parseUintError(version) === null && Number(version) !== 0)
    throw plainError('resourceVersion should not be set on objects to be created')
  delete object.metadata.resourceVersion
  const written = await registry.objects.write({
    key,
    expected: 0,
    object: toStoredForm(definition, object),
    author: scope.author,
    turn: turnOf(registry, scope),
  })
  if (written.type === 'written') return storedResult(written.stored)
  throw nameTaken(scope, object, written.winner === null ? null : fromStored(definition, written.winner))
}

/**
 * Returns the 409 for a name that is in use. The text differs if the server generated the name or the existing object
 * is being deleted. [WR6]
 */
function nameTaken({ definition }: Scope, object: ApiObject, holder: ApiObject | null): ApiError {
  const name = object.metadata.name ?? ''
  const plain =
    (object.metadata.generateName ?? '') === '' ? alreadyExists(definition, name) : generatedNameTaken(definition, name)
  if (holder?.metadata.deletionTimestamp === undefined) return plain
  return new ApiError('AlreadyExists', `object is being deleted: ${plain.message}`, plain.extras)
}

function generatedNameTaken(definition: { readonly group: string; readonly resource: string }, name: string): ApiError {
  const text = `${toGroupResource(definition)} ${JSON.stringify(name)} already exists, the server was not able to generate a unique name for the object`
  const plain = alreadyExists(definition, name)
  return new ApiError('AlreadyExists', text, {
    details: { ...plain.extras.details, retryAfterSeconds: 1 },
    headers: { 'retry-after': '1' },
  })
}
