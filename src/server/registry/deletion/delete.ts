import { ApiError, conflict, notFound } from '#api/api-error.ts'
import { cloneJson } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { type DeleteOptions, checkPreconditions, propagationFinalizers } from './delete-options.ts'
import { type Grace, beginGrace, markForFinalizers } from './graceful-deletion.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import {
  type AdmissionHooks,
  type Registry,
  type Result,
  type Scope,
  fromStored,
  storedResult,
} from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { keyOf } from '#server/registry/storage-key.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { writeOver } from '#server/registry/write-over.ts'

const deleteAttemptsMax = 100

/** The result of a deletion. */
export type Deletion =
  /**
   * The object is removed, or its grace period is running already: the response is a Status (for some kinds the
   * object).
   */
  | { readonly type: 'removed'; readonly last: Result }
  /** The object waits for finalizers or its grace period: the response is the object. */
  | { readonly type: 'pending'; readonly next: Result }

interface Deleting {
  readonly registry: Registry
  readonly scope: Scope
  readonly options: DeleteOptions
  readonly hooks: AdmissionHooks
}

type Step = Deletion | 'lost'

/**
 * Deletes one object in two phases: it is marked for deletion, and removed when it has no finalizers left. [DE1]
 * @throws ApiError NotFound, Conflict, or an error of admission
 */
export async function deleteObject(
  registry: Registry,
  scope: Scope,
  request: { readonly name: string; readonly options: DeleteOptions },
  hooks: AdmissionHooks,
): Promise<Deletion> {
  const { definition } = scope
  const key = keyOf(definition, scope.namespace, request.name)
  const deleting: Deleting = { registry, scope, options: request.options, hooks }
  for (let attempt = 0; attempt < deleteAttemptsMax; attempt++) {
    const stored = await registry.objects.get(key)
    if (stored === null) throw notFound(definition, request.name)
    const step = await deleteOnce(deleting, stored)
    if (step !== 'lost') return step
  }
  throw conflict(definition, request.name, 'the object has been modified; please try again')
}

async function deleteOnce(deleting: Deleting, stored: StoredObject): Promise<Step> {
  const { scope, options } = deleting
  const live = fromStored(scope.definition, stored)
  checkPreconditions(scope, options, live)
  if (isMarkedOnly(scope.strategy, live)) return markOnly(deleting, stored, live)
  const grace = beginGrace(scope, live, options)
  if (grace.type === 'pending') return { type: 'removed', last: storedResult(stored) }
  await deleting.hooks.validateDelete?.(live)
  const finalizers = propagationFinalizers(live, options, scope.strategy.defaultPropagation ?? 'background')
  const held = (finalizers ?? live.metadata.finalizers ?? []).length > 0
  if (grace.type === 'none' && !held) return finish(deleting, stored)
  const marked = await mark(deleting, stored, markedObject(scope, live, { grace, finalizers }))
  if (marked === 'lost') return 'lost'
  return held || isWaiting(grace) ? { type: 'pending', next: marked } : finishMarked(deleting, marked)
}

const isWaiting = (grace: Grace): boolean => grace.type === 'marked' && grace.seconds > 0

/** Returns the object with the state in which it waits for its grace period or its finalizers. */
function markedObject(
  { context }: Scope,
  live: ApiObject,
  { grace, finalizers }: { readonly grace: Grace; readonly finalizers: readonly string[] | null },
): ApiObject {
  const next = grace.type === 'marked' ? grace.next : cloneJson(live)
  if (finalizers !== null) setFinalizers(next, finalizers)
  if (grace.type === 'none') markForFinalizers(next, context.nowMs)
  return next
}

/** Removes an object that was marked without a grace period: the second phase follows immediately. */
const finishMarked = async (deleting: Deleting, marked: Result): Promise<Step> =>
  marked.type === 'object' ? { type: 'removed', last: marked } : finish(deleting, marked.stored)

/**
 * Reports whether a DELETE only marks the object. Applies to kinds with `beginDeletion`, on the first DELETE and until
 * the object is ready for removal.
 */
function isMarkedOnly({ beginDeletion, readyForRemoval }: Strategy, live: ApiObject): boolean {
  if (beginDeletion === undefined) return false
  return live.metadata.deletionTimestamp === undefined || !(readyForRemoval?.(live) ?? true)
}

function setFinalizers(next: ApiObject, finalizers: readonly string[]): void {
  if (finalizers.length === 0) delete next.metadata.finalizers
  else next.metadata.finalizers = [...finalizers]
}

/** Performs the DELETE of a kind whose removal waits for more than finalizers. */
async function markOnly(deleting: Deleting, stored: StoredObject, live: ApiObject): Promise<Step> {
  const { scope, hooks } = deleting
  await hooks.validateDelete?.(live)
  if (live.metadata.deletionTimestamp !== undefined) return { type: 'pending', next: storedResult(stored) }
  const next = cloneJson(live)
  next.metadata.deletionTimestamp = toTimestamp(scope.context.nowMs)
  const finalizers = propagationFinalizers(live, deleting.options, scope.strategy.defaultPropagation ?? 'background')
  if (finalizers !== null) setFinalizers(next, finalizers)
  scope.strategy.beginDeletion?.(next)
  const marked = await mark(deleting, stored, next)
  return marked === 'lost' ? 'lost' : { type: 'pending', next: marked }
}

/** Writes the object marked for deletion, unless it is marked already. */
const mark = ({ registry, scope }: Deleting, stored: StoredObject, next: ApiObject): Promise<Result | 'lost'> =>
  writeOver(registry, scope, stored, canonicalObject(scope.definition, next))

async function finish({ registry, scope }: Deleting, stored: StoredObject): Promise<Step> {
  if (scope.context.dryRun) return { type: 'removed', last: storedResult(stored) }
  const written = await registry.objects.write({
    key: stored.key,
    expected: stored.revision,
    object: null,
    author: scope.author,
  })
  if (written.type === 'lost') return 'lost'
  await removeCompanion(registry, scope, fromStored(scope.definition, stored))
  return { type: 'removed', last: storedResult(written.stored) }
}

/** Deletes the object that goes with a removed one: the Endpoints of a Service. [SVC20] */
export async function removeCompanion(registry: Registry, scope: Scope, { metadata }: ApiObject): Promise<void> {
  const { companion: definition } = scope.definition
  if (definition === undefined) return
  const itsScope = { ...scope, definition, strategy: definition.strategy }
  try {
    await deleteObject(registry, itsScope, { name: metadata.name ?? '', options: {} }, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'NotFound') throw error
  }
}

/** Returns the Status that a DELETE returns after it removed the object. [DE7] */
export const deletedStatus = (definition: ResourceDefinition, last: ApiObject): Omit<Status, 'code'> => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: {
    name: last.metadata.name ?? '',
    ...(definition.group === '' ? {} : { group: definition.group }),
    kind: definition.resource,
    uid: last.metadata.uid ?? '',
  },
})
