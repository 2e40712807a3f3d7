import type { Pieces } from '#api/bodies/in-pieces.ts'
import { memoOfTexts } from '#api/caching/memo.ts'
import { type Json, type JsonObject, deepEqual, isObject, textOf } from '#api/json.ts'
import type { OwnedSet, Owners } from '#server/merge/apply/conflict.ts'
import type { FieldSet } from './field-set.ts'
import { compareText } from './field-set-element.ts'
import { fromFieldsV1, toFieldsV1, toFieldsV1InPieces } from './field-set-json.ts'

/** The decoded `metadata.managedFields` of an object. Owners and times (RFC 3339) are keyed by manager identifier. */
export interface Managed {
  readonly owners: Owners
  readonly times: ReadonlyMap<string, string>
}

export const noOwners: Managed = { owners: new Map(), times: new Map() }

/** The properties that distinguish managers. */
export interface ManagerName {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** `''` for the main resource. */
  readonly subresource: string
}

/**
 * Returns the reference's key of a manager, which also determines the order of conflicts: the key of an apply entry
 * does not contain the version. [SSA8]
 */
export function managerIdentifier({ manager, operation, apiVersion, subresource }: ManagerName): string {
  const name = manager === '' ? '' : `"manager":${JSON.stringify(manager)},`
  const version = operation === 'Update' && apiVersion !== '' ? `,"apiVersion":${JSON.stringify(apiVersion)}` : ''
  const part = subresource === '' ? '' : `,"subresource":${JSON.stringify(subresource)}`
  return `{${name}"operation":"${operation}"${version}${part}}`
}

/** The decoded names of recently used identifiers: the same few managers write repeatedly. */
const nameOf = memoOfTexts(500, (identifier) => JSON.parse(identifier) as Partial<ManagerName>)

/** An invalid entry of managedFields. The message is that of the reference. */
export class ManagedFieldsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ManagedFieldsError'
  }
}

/** Cached sets by the `fieldsV1` object that they were decoded from or encoded to: stored objects never change. */
const cachedSets = new WeakMap<object, FieldSet>()

/**
 * Decodes the managedFields of an object. `live` are those of the stored object, which a client mostly sends back: their
 * sets are decoded already. @throws ManagedFieldsError
 */
export function decodeManagedFields(entries: readonly Json[] | undefined, live: readonly Json[] = []): Managed {
  if (entries === undefined || entries.length === 0) return noOwners
  const owners = new Map<string, OwnedSet>()
  const times = new Map<string, string>()
  for (const [at, entry] of entries.entries()) {
    const fields = isObject(entry) ? entry : {}
    const name = readName(fields, at)
    const identifier = managerIdentifier(name)
    const set = knownSet(fields.fieldsV1, live[at]) ?? decodeSet(fields.fieldsV1 ?? null)
    owners.set(identifier, { set, apiVersion: name.apiVersion, applied: name.operation === 'Apply' })
    times.delete(identifier)
    if (typeof fields.time === 'string') times.set(identifier, fields.time)
  }
  return { owners, times }
}

/** Returns the set of the stored entry at the same place, if its fields are those that were sent. */
function knownSet(sent: Json | undefined, live: Json | undefined): FieldSet | undefined {
  const fields = isObject(live) ? live.fieldsV1 : undefined
  const set = isObject(fields) ? cachedSets.get(fields) : undefined
  return set !== undefined && deepEqual(sent, fields) ? set : undefined
}

function readName(entry: JsonObject, at: number): ManagerName {
  const operation = textOf(entry.operation)
  if (operation !== 'Apply' && operation !== 'Update')
    throw new ManagedFieldsError('operation must be `Apply` or `Update`')
  if (textOf(entry.apiVersion) === '') throw new ManagedFieldsError('apiVersion must not be empty')
  const fieldsType = textOf(entry.fieldsType)
  if (fieldsType === '') throw new ManagedFieldsError(`missing fieldsType in managed fields entry ${at}`)
  if (fieldsType !== 'FieldsV1')
    throw new ManagedFieldsError(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${at}`)
  return {
    manager: textOf(entry.manager),
    operation,
    apiVersion: textOf(entry.apiVersion),
    subresource: textOf(entry.subresource),
  }
}

function decodeSet(fields: Json): FieldSet {
  const found = isObject(fields) ? cachedSets.get(fields) : undefined
  if (found !== undefined) return found
  try {
    const set = fromFieldsV1(fields)
    if (isObject(fields)) cachedSets.set(fields, set)
    return set
  } catch (error) {
    if (error instanceof SyntaxError) throw new ManagedFieldsError(`error decoding set: ${error.message}`)
    throw error
  }
}

/** Encodes managedFields, apply entries first, older before newer; `undefined` for none. [SSA9] */
export function encodeManagedFields({ owners, times }: Managed): JsonObject[] | undefined {
  if (owners.size === 0) return undefined
  const entries: JsonObject[] = []
  for (const [identifier, owned] of owners) entries.push(toEntry(identifier, owned, times.get(identifier)))
  return entries.length === 1 ? entries : entries.sort(compareEntries)
}

function toEntry(identifier: string, { set, apiVersion }: OwnedSet, time: string | undefined): JsonObject {
  const { manager, operation, subresource } = nameOf(identifier)
  const fieldsV1 = encodeSet(set)
  const entry: JsonObject = {}
  if (manager !== undefined) entry.manager = manager
  if (operation !== undefined) entry.operation = operation
  entry.apiVersion = apiVersion
  if (time !== undefined) entry.time = time
  entry.fieldsType = 'FieldsV1'
  entry.fieldsV1 = fieldsV1
  if (subresource !== undefined) entry.subresource = subresource
  return entry
}

/** Encodes a set, once: most writes leave the sets of most managers as they are. */
function encodeSet(set: FieldSet): JsonObject {
  return set.encoded ?? keepEncoded(set, toFieldsV1(set))
}

function keepEncoded(set: FieldSet, fields: JsonObject): JsonObject {
  cachedSets.set(fields, set)
  set.encoded = fields
  return fields
}

/** Encodes the sets of a large object ahead, so that `encodeManagedFields` finds it done. [ER8] */
export function* encodeSetsInPieces({ owners }: Managed): Pieces<void> {
  for (const { set } of owners.values()) if (set.encoded === undefined) keepEncoded(set, yield* toFieldsV1InPieces(set))
}

function compareEntries(a: JsonObject, b: JsonObject): number {
  return (
    compareText(textOf(a.operation), textOf(b.operation)) ||
    secondsOf(a) - secondsOf(b) ||
    compareText(textOf(a.manager), textOf(b.manager)) ||
    compareText(textOf(a.apiVersion), textOf(b.apiVersion)) ||
    compareText(textOf(a.subresource), textOf(b.subresource))
  )
}

const secondsOf = (entry: JsonObject): number => toSeconds(textOf(entry.time))

/** Parses a time into seconds; 0 for none. */
export const toSeconds = (time: string | undefined): number =>
  time === undefined || time === '' ? 0 : Math.floor(Date.parse(time) / 1000)
