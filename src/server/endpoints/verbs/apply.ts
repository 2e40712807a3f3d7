import { type Pieces, type Rest, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { Soon } from '#api/waiting/soon.ts'
import { isTooDeep } from '#api/json-depth.ts'
import { ApiError, badRequest, conflict } from '#api/api-error.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import { type Json, type JsonObject, cloneJson, isObject, own, jsonKind, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import { DecodeError, TooDeepError, decodeObject } from '#schema/decode.ts'
import { ApplyConflicts } from '#server/merge/apply/conflict.ts'
import { ApplyTypeError } from '#server/merge/apply/errors.ts'
import { pathText } from '#server/merge/managed-fields/field-set-element.ts'
import { isRestorable, restoreProblem } from '#server/merge/strategic-restore.ts'
import { ManagedFieldsError, encodeManagedFields } from '#server/merge/managed-fields/managed-fields.ts'
import { appliedBy } from '#server/registry/managed-fields/owners-by-webhook.ts'
import { LiveTypeError, type OwnedWrite } from '#server/registry/managed-fields/owners.ts'
import { plainError } from '#server/registry/resource-version.ts'
import { loadYaml, yamlCodec } from '#server/serializer/load-yaml.ts'
import type { ParsedYaml } from '#syntax/parse-yaml.ts'
import { readPlainJson } from '#syntax/read-yaml-body.ts'
import { YamlError } from '#syntax/yaml-errors.ts'
import { type Target, withDefaults } from '#server/endpoints/bodies/decode-body.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import type { WriteOptions } from '#server/endpoints/options/write-options.ts'

/** An apply configuration: a partial object. */
export interface ApplyDocument {
  readonly config: JsonObject
  /** `line 8: key "a" already set in map`. */
  readonly duplicates: readonly string[]
}

export const applyMediaType = 'application/apply-patch+yaml'

/** Parses the YAML of an apply. @throws ApiError BadRequest [SSA1] */
export async function parseApply(body: Uint8Array, rest: Rest): Promise<ApplyDocument> {
  const plain = readPlainJson(body)
  if (plain === null) await loadYaml()
  const { value, duplicates } = plain ?? (await doneInPieces(readYaml(body), rest))
  if (value === null) return { config: {}, duplicates }
  if (!isObject(value))
    throw unreadable(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`,
    )
  if (isTooDeep(value)) throw unreadable('exceeded max depth')
  return { config: value, duplicates }
}

function* readYaml(body: Uint8Array): Pieces<ParsedYaml> {
  try {
    return yield* yamlCodec().parseYamlInPieces(body)
  } catch (error) {
    if (error instanceof YamlError) throw unreadable(`error converting YAML to JSON: ${error.message}`)
    throw error
  }
}

const unreadable = (why: string): ApiError => badRequest(`error decoding YAML: ${why}`)

interface Applying {
  readonly document: ApplyDocument
  readonly options: WriteOptions
  readonly target: Target
  readonly write: OwnedWrite
  readonly force: boolean
}

/**
 * Merges the configuration into `live` and returns the decoded object with updated managed fields.
 * @throws ApiError Conflict with other managers, BadRequest, or 500 for fields that the schema does not have [SSA2]
 */
export async function appliedObject(call: Call, applying: Applying, live: ApiObject | null): Promise<ApiObject> {
  const { document, options, target, write, force } = applying
  const { config, duplicates } = document
  checkKind(target, config)
  if (isObject(config.metadata) && Array.isArray(config.metadata.managedFields))
    throw badRequest('metadata.managedFields must be nil')
  const { value, managed } = await inWords(target, config, () => appliedBy(write, live, { config, force }))
  await call.context.requestTrace.rest()
  const managedFields = encodeManagedFields(managed)
  await call.context.requestTrace.rest()
  const isCustom = write.kind.typedItems === true
  // Everything else in the value was decoded when it was stored.
  const isSound = isCustom || isRestorable(target.schema, config)
  const problem = isSound ? null : restoreProblem(target.schema, value)
  await call.context.requestTrace.rest()
  if (problem !== null) throw notRestored(config, problem)
  // Custom resources share values with the stored object, and defaults are set in place: copy first.
  const mine = isCustom ? cloneJson(value) : value
  await call.context.requestTrace.rest()
  const object = await doneInPieces(decoded(target, config, mine), call.context.requestTrace.rest)
  await call.context.requestTrace.rest()
  if (isCustom) restoreNulls(value, object)
  delete object.metadata.managedFields
  if (managedFields !== undefined) object.metadata.managedFields = [...managedFields]
  judgeDuplicates(call, options.fieldValidation, duplicates)
  if (live === null && (object.metadata.uid ?? '') !== '')
    throw conflict(
      call.route.definition,
      call.route.name,
      `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
    )
  return object
}

function checkKind(target: Target, config: JsonObject): void {
  const [kind, apiVersion] = [textOf(config.kind), textOf(config.apiVersion)]
  if (kind !== target.kind || apiVersion !== toApiVersion(target))
    throw badRequest(`invalid object type: ${kindText(apiVersion, kind)}`)
}

/** Formats a group, version and kind as Go does: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
const kindText = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`

function objectText(config: JsonObject): string {
  const metadata = isObject(config.metadata) ? config.metadata : {}
  return `(${textOf(metadata.namespace)}/${textOf(metadata.name)}; ${kindText(textOf(config.apiVersion), textOf(config.kind))})`
}

async function inWords<Result>(target: Target, config: JsonObject, run: () => Soon<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApplyConflicts) throw conflictError(error)
    if (error instanceof LiveTypeError)
      throw plainError(`failed to create typed live object ${objectText(config)}: ${error.message}`)
    if (error instanceof ApplyTypeError)
      throw plainError(`failed to create typed patch object ${objectText(config)}: ${error.message}`)
    if (error instanceof RangeError) throw badRequest('the configuration is nested too deeply')
    if (error instanceof ManagedFieldsError) throw plainError(`failed to decode managed fields: ${error.message}`)
    throw error
  }
}

function* decoded(target: Target, config: JsonObject, value: JsonObject): Pieces<ApiObject> {
  try {
    const { object } = decodeObject(target.schema, value)
    yield
    return withDefaults(target, object)
  } catch (error) {
    if (error instanceof TooDeepError) throw unreadable(error.message)
    if (error instanceof DecodeError) throw notRestored(config, error.message)
    throw error
  }
}

const notRestored = (config: JsonObject, why: string): ApiError =>
  plainError(
    `failed to convert new object ${objectText(config)} to proper version: unable to convert unstructured object to ${kindText(textOf(config.apiVersion), textOf(config.kind))}: ${why}`,
  )

/** Returns a 409 with one cause per field. The message lists the fields by manager. [SSA2] */
function conflictError({ conflicts }: ApplyConflicts): ApiError {
  // One manager mostly has all conflicts, of which there may be very many.
  const managers = new Map<string, string>()
  for (const { manager } of conflicts) if (!managers.has(manager)) managers.set(manager, managerText(manager))
  const shown = conflicts.map(({ manager, path }) => ({ manager: managers.get(manager), field: pathText(path) }))
  const causes = shown.map(({ manager, field }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field,
  }))
  const [first] = shown
  if (shown.length === 1 && first !== undefined) {
    const what = `${first.manager}: ${first.field}`
    return new ApiError('Conflict', `Apply failed with 1 conflict: conflict with ${what}`, { details: { causes } })
  }
  const lines: string[] = []
  let last: string | undefined
  for (const { manager, field } of shown) {
    if (manager !== last) lines.push(`conflicts with ${manager}:`)
    lines.push(`- ${field}`)
    last = manager
  }
  const message = `Apply failed with ${shown.length} conflicts: ${lines.join('\n')}`
  return new ApiError('Conflict', message, { details: { causes } })
}

function managerText(identifier: string): string {
  const name = JSON.parse(identifier) as { readonly [field: string]: string | undefined }
  const subresource = name.subresource === undefined ? '' : ` with subresource ${quoteGo(name.subresource)}`
  const version = name.operation === 'Update' ? ` using ${name.apiVersion ?? ''}` : ''
  return `${quoteGo(name.manager ?? '')}${subresource}${version}`
}

/** Decoding drops nulls of custom resources; an apply restores them so that validation refuses them. */
function restoreNulls(before: Json, after: Json): void {
  if (Array.isArray(before) && Array.isArray(after))
    return before.forEach((item, at) => restoreNulls(item, after[at] ?? null))
  if (!isObject(before) || !isObject(after)) return
  for (const name of Object.keys(before)) {
    const value = own(before, name) ?? null
    const now = own(after, name)
    if (name === 'metadata') continue
    if (value !== null || now !== undefined) restoreNulls(value, now ?? null)
    // Keeps a name such as `__proto__` an ordinary property.
    else Object.defineProperty(after, name, { value: null, writable: true, enumerable: true, configurable: true })
  }
}

function judgeDuplicates(
  { context }: Call,
  level: WriteOptions['fieldValidation'],
  duplicates: readonly string[],
): void {
  if (duplicates.length === 0 || level === 'Ignore') return
  if (level === 'Warn') return duplicates.forEach((text) => context.warnings.add(text))
  const lines = duplicates.map((text) => `  ${text}`).join('\n')
  throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`)
}
