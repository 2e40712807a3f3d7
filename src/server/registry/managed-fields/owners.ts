import { toApiVersion } from '#api/group-version-resource.ts'
import { type Pieces, type Rest, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type Json, type JsonObject, deepEqual, isObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { decodeObject } from '#schema/decode.ts'
import type { StructSchema } from '#schema/schema.ts'
import type { Atom } from '#server/merge/apply/atom.ts'
import { ApplyTypeError } from '#server/merge/apply/errors.ts'
import { isLong } from '#server/merge/apply/long.ts'
import { atomOfSchema } from '#server/merge/apply/schema.ts'
import type { MergeRules } from '#server/merge/apply/updater.ts'
import { checkTyped } from '#server/merge/apply/validate.ts'
import { fieldSetOf, recursiveDifference } from '#server/merge/managed-fields/field-set.ts'
import { trackApply, trackUpdate, trackUpdateInPieces } from '#server/merge/managed-fields/managed-fields-manager.ts'
import {
  type Managed,
  ManagedFieldsError,
  decodeManagedFields,
  encodeManagedFields,
  encodeSetsInPieces,
  noOwners,
} from '#server/merge/managed-fields/managed-fields.ts'
import { keepLastApplied, withoutOwnConflicts } from './last-applied.ts'
import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import type { Conversion, ResourceDefinition } from '#server/registry/resource-definition.ts'
import { ownerOf } from '#server/registry/storage-key.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'

/** A kind with managed fields. */
export interface OwnedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: StructSchema
  /** The rules by which values merge, for kinds whose schema does not define it (custom resources). */
  readonly mergeAtom?: Atom
  readonly typedItems?: boolean
  readonly conversion?: Conversion
}

/** The properties of a write that determine field ownership. */
export interface OwnedWrite {
  readonly kind: OwnedKind
  /** The field manager. `''` means that no name is known; such writes belong to the manager `unknown`. */
  readonly manager: string
  /** `''` for the main resource. */
  readonly subresource: string
  readonly nowMs: number
  /** Fields that this endpoint resets, such as `['status']`. A write through it does not own them. */
  readonly resetFields: readonly (readonly string[])[]
  /** Returns another served version of the same resource. */
  readonly versionOf: (apiVersion: string) => ResourceDefinition | undefined
  /** Called between the steps. Absent: all is done at once. [ER8] */
  readonly rest?: Rest
  /** Returns an object in another version, for kinds whose versions a webhook converts: {@link withConversions}. */
  readonly inVersion?: (object: ApiObject, apiVersion: string) => ApiObject
}

/**
 * Sets the managedFields of `next`: those of `live` or those sent by the client, plus the fields that this write
 * changed. An object that does not match its schema loses its managedFields. [SSA3]
 */
export const withOwners = (write: OwnedWrite, next: ApiObject, live: ApiObject | null): ApiObject =>
  doneAtOnce(withOwnersInPieces(write, next, live))

/** Does what `withOwners` does. [ER8] */
export function* withOwnersInPieces(write: OwnedWrite, next: ApiObject, live: ApiObject | null): Pieces<ApiObject> {
  const before = startingOwners(write, next, live)
  const { managedFields: _sent, ...metadata } = next.metadata
  const bare: ApiObject = { ...next, metadata }
  // An object that was stored without managedFields gets none until the first apply.
  if (before.owners.size === 0 && live !== null) return bare
  try {
    const from = live === null ? emptyObject(write.kind) : withoutOwners(live)
    const next = shown(write, bare)
    yield
    for (const each of [from, next]) checkCustom(write.kind, each)
    const isLarge = isLong(next as Json) || isLong(from as Json)
    const track = tracked(write)
    const managed = isLarge
      ? yield* trackUpdateInPieces(track, before, from, next)
      : trackUpdate(track, before, from, next)
    yield
    return withManaged(bare, managed)
  } catch (error) {
    // Values that are nested too deeply have no owners either.
    if (error instanceof ApplyTypeError || error instanceof RangeError) return bare
    throw error
  }
}

/**
 * Returns the result of applying `config` to `live`, not decoded yet, and its owners. @throws ApplyTypeError,
 * ApplyConflicts [SSA2]
 */
export const applied = (write: OwnedWrite, live: ApiObject | null, applying: Applying): Applied =>
  doneAtOnce(appliedInPieces(write, live, applying))

export interface Applying {
  readonly config: JsonObject
  readonly force: boolean
}

export interface Applied {
  readonly value: JsonObject
  readonly managed: Managed
}

/** Does what `applied` does. [ER8] */
export function* appliedInPieces(
  write: OwnedWrite,
  live: ApiObject | null,
  { config, force }: Applying,
): Pieces<Applied> {
  const empty = emptyObject(write.kind)
  const from = live === null ? empty : withoutOwners(live)
  checkTyped(atomOf(write.kind), config, { allowDoubles: false })
  asLiveError(() => checkCustom(write.kind, from))
  yield
  const before = decodeManagedFields(live?.metadata.managedFields)
  const run = (forced: boolean): ReturnType<typeof trackApply> =>
    trackApply(tracked(write), before, { live: from, empty, config, force: forced })
  const { manager, kind } = write
  const moving = { manager, atom: atomOf(kind), apiVersion: toApiVersion(kind), live: from }
  const { value, managed } = yield* force ? run(true) : withoutOwnConflicts(moving, run)
  const object = { ...(value === undefined ? from : isObject(value) ? value : {}) }
  keepLastApplied(manager, object, config)
  // Encoded now, so that the answer finds it done.
  if (isLong(object)) yield* encodeSetsInPieces(managed)
  return { value: object, managed }
}

/**
 * Checks a custom object against its schema. Built-in kinds match their schema because it decodes them. @throws
 * ApplyTypeError
 */
function checkCustom({ mergeAtom }: OwnedKind, object: ApiObject): void {
  if (mergeAtom !== undefined) checkTyped(mergeAtom, object as Json, { allowDoubles: true })
}

/** The live object does not match its schema, so that nothing can be applied to it. */
export class LiveTypeError extends ApplyTypeError {}

function asLiveError(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof ApplyTypeError ? new LiveTypeError(error.problems) : error
  }
}

/**
 * Returns the owners to start from. Subresources use only the live ones; elsewhere a client may send other owners, or
 * remove all with `[{}]` or `[]`.
 */
function startingOwners({ subresource }: OwnedWrite, next: ApiObject, live: ApiObject | null): Managed {
  const sent = next.metadata.managedFields
  if (subresource === '' && sent !== undefined) {
    if (isReset(sent)) return noOwners
    const managed = readable(sent, live?.metadata.managedFields)
    if (managed !== null && managed.owners.size > 0) return managed
  }
  return live === null ? noOwners : ownersOf(live)
}

const isReset = (sent: readonly Json[]): boolean => {
  const [only] = sent
  return sent.length === 0 || (sent.length === 1 && isObject(only) && Object.keys(only).length === 0)
}

/** Returns the owners of a stored object; none when its managedFields cannot be parsed. */
export const ownersOf = (object: ApiObject): Managed => readable(object.metadata.managedFields) ?? noOwners

function readable(entries: readonly Json[] | undefined, live?: readonly Json[]): Managed | null {
  try {
    return decodeManagedFields(entries, live)
  } catch (error) {
    if (error instanceof ManagedFieldsError) return null
    throw error
  }
}

const tracked = (write: OwnedWrite): Parameters<typeof trackUpdate>[0] => ({
  rules: mergeRules(write),
  manager: write.manager,
  subresource: write.subresource,
  time: toTimestamp(write.nowMs),
})

export const withManaged = (object: ApiObject, managed: Managed): ApiObject =>
  withEntries(object, encodeManagedFields(managed))

function withEntries(object: ApiObject, entries: readonly Json[] | undefined): ApiObject {
  if (entries === undefined) return object
  return { ...object, metadata: { ...object.metadata, managedFields: [...entries] } }
}

export function withoutOwners(object: ApiObject): ApiObject {
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}

const atomOf = (kind: OwnedKind): Atom => kind.mergeAtom ?? atomOfSchema(kind.schema)

/** Returns the object as it is encoded: zero values that the encoding includes have owners too. */
const shown = ({ kind }: OwnedWrite, object: ApiObject): ApiObject => canonicalObject(kind, object)

const empties = new WeakMap<StructSchema, ApiObject>()

/** Returns an object of the kind without any field set. */
function emptyObject(kind: OwnedKind): ApiObject {
  const { schema } = kind
  const cached = empties.get(schema)
  if (cached !== undefined) return cached
  const typeMeta = { kind: kind.kind, apiVersion: toApiVersion(kind) }
  const made: ApiObject =
    kind.typedItems === true
      ? { ...typeMeta, metadata: {} }
      : canonicalObject(kind, { ...decodeObject(schema, {}).object, ...typeMeta, metadata: {} })
  empties.set(schema, made)
  return made
}

function touchedBy({ resetFields }: OwnedWrite): MergeRules['touched'] {
  if (resetFields.length === 0) return null
  const reset = fieldSetOf(...resetFields.map((path) => path.map((name) => `f:${name}`)))
  return (set) => recursiveDifference(set, reset)
}

function mergeRules(write: OwnedWrite): MergeRules {
  const { kind, versionOf } = write
  const apiVersion = toApiVersion(kind)
  const find = (version: string): ResourceDefinition | undefined => versionOf(version)
  return {
    apiVersion,
    touched: touchedBy(write),
    convert(value, from, to) {
      if (from === to) {
        const same = to === apiVersion ? kind : find(to)
        return same === undefined ? null : { atom: atomOf(same), value }
      }
      const [source, target] = [find(from), find(to)]
      if (source === undefined || target === undefined || !isObject(value)) return null
      return { atom: atomOf(target), value: converted(write, value as ApiObject, source, target) }
    },
  }
}

/**
 * Converts an object to another version. Without a webhook the versions of a custom resource differ only in apiVersion;
 * fields that the schema of the other version lacks do not match it.
 */
function converted(
  { inVersion }: OwnedWrite,
  object: ApiObject,
  source: ResourceDefinition,
  target: ResourceDefinition,
): ApiObject {
  if (target.mergeAtom !== undefined) {
    const apiVersion = toApiVersion(target)
    const shown = inVersion === undefined ? { ...object, apiVersion } : inVersion(object, apiVersion)
    checkCustom(target, shown)
    return shown
  }
  const stored = source.storage === undefined ? object : source.storage.toStorage(object)
  return canonicalObject(target, target.storage === undefined ? stored : target.storage.fromStorage(stored))
}

/** Returns the definition of another version of the same resource. */
export function otherVersion(
  definitions: readonly ResourceDefinition[],
  definition: ResourceDefinition,
  apiVersion: string,
): ResourceDefinition | undefined {
  const { group, resource } = ownerOf(definition)
  return definitions.find((each) => {
    const owner = ownerOf(each)
    return toApiVersion(each) === apiVersion && owner.group === group && owner.resource === resource
  })
}

/** Keeps the managedFields times of `live` if nothing else has changed, so that the write is a no-op. [SSA4] */
export function keepOwnerTimes(next: ApiObject, live: ApiObject): ApiObject {
  const [entries, lives] = [next.metadata.managedFields, live.metadata.managedFields]
  if (entries === undefined || lives === undefined || entries.length !== lives.length) return next
  if (entries.every((entry, at) => timeOf(entry) === timeOf(lives[at]))) return next
  if (!deepEqual(entries.map(withoutTime), lives.map(withoutTime))) return next
  const kept: ApiObject = { ...next, metadata: { ...next.metadata, managedFields: lives } }
  return deepEqual(withoutVersion(kept), withoutVersion(live)) ? kept : next
}

const timeOf = (entry: Json | undefined): Json | undefined => (isObject(entry) ? entry.time : undefined)

const withoutTime = (entry: Json): Json => (isObject(entry) ? { ...entry, time: null } : entry)

const withoutVersion = (object: ApiObject): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: '' },
})
