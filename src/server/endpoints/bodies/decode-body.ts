import type { Soon } from '#api/waiting/soon.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type ApiError, badRequest } from '#api/api-error.ts'
import { printExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, isObject, jsonKind, sortedMembers } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type GroupVersionKind, toApiVersion } from '#api/group-version-resource.ts'
import { quoteGo } from '#go/quote.ts'
import { decodeUtf8 } from '#go/utf8.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import { applyDefaults } from '#schema/defaults.ts'
import type { StructSchema } from '#schema/schema.ts'
import { LONG_TEXT, type Pieces, doneAtOnce, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { type SentType, checkSentType, decodeCustom, missingKind, sentType } from './custom-body.ts'
import { type ParsedBody, parseBodyInPieces } from './parse-body.ts'
import { formerScale } from './former-scale.ts'
import { type RegisteredKind, registeredKind } from './registered-kinds.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import { goPackage } from '#server/endpoints/responses/transform.ts'
import type { WriteOptions } from '#server/endpoints/options/write-options.ts'

/** The type that a body is decoded into. */
export interface Target {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly schema: StructSchema
  /** Absent for kinds that are not stored. */
  readonly strategy?: Strategy
  /** Further group versions that a body may state. */
  readonly alsoAccepts?: readonly GroupVersion[]
  /** Custom resources are decoded without default types: the body must state its type. */
  readonly typedItems?: boolean
  /** The Go package of the internal type, if it is not that of the group. */
  readonly package?: string
}

export interface SentBody {
  readonly body: Uint8Array
  readonly mediaType: string
  readonly fieldValidation: WriteOptions['fieldValidation']
}

/**
 * Decodes the body of a POST or PUT as the route's kind and applies defaults. @throws ApiError BadRequest in the
 * reference's words [WR11]
 */
export const decodeBody = (call: Call, sent: SentBody, target?: Target): ApiObject =>
  doneAtOnce(decodeInPieces(call, sent, target))

/** Does what `decodeBody` does, and lets others have a turn while it decodes a large body. [ER8] */
export const decodeBodyInTurns = (call: Call, sent: SentBody): Soon<ApiObject> =>
  doneInPieces(decodeInPieces(call, sent), call.context.requestTrace.rest)

function* decodeInPieces(call: Call, sent: SentBody, target: Target = call.route.definition): Pieces<ApiObject> {
  const expected = { kind: target.kind, apiVersion: toApiVersion(target), schema: target.schema }
  const parsed = yield* parseBodyInPieces(sent.body, sent.mediaType, expected)
  if (sent.body.length > LONG_TEXT) yield
  if (parsed.type === 'unreadable') throw unreadable(target, parsed, sent.body)
  const found = interpret(parsed.value)
  if (typeof found === 'string') throw unrecognized(target, found, sent.body)
  if (target.typedItems === true) return yield* decodeCustomBody(call, sent, { target, parsed, type: sentType(found) })
  const kind = found.kind === '' ? target.kind : found.kind
  const version = versionOf(found.apiVersion, target)
  const handled = (why: string): ApiError =>
    badRequest(`${kind} in version ${quoteGo(version.version)} cannot be handled as a ${target.kind}: ${why}`)
  if (kind !== target.kind || !isKnownVersion(call, target, version))
    throw handled(mismatch(call, target, { kind, ...version }, parsed.value))
  const { object, problems } = decodeAs({ ...target, schema: schemaIn(version, target) }, parsed, handled)
  if (problems.length > 0) judge(call, sent.fieldValidation, problems, handled)
  checkVersion(version, target)
  return object
}

interface CustomBody {
  readonly target: Target
  readonly parsed: Extract<ParsedBody, { type: 'parsed' }>
  readonly type: SentType
}

/** Decodes the body of a custom resource. Checks duplicate fields first, then unknown ones, then the type. [CRD19] */
function* decodeCustomBody(call: Call, sent: SentBody, { target, parsed, type }: CustomBody): Pieces<ApiObject> {
  const { value, duplicates } = parsed.plain ?? parsed
  if (type.kind === '') throw unrecognized(target, missingKind(bodyText(sent, value)), sent.body)
  const handled = (why: string): ApiError =>
    badRequest(`${type.kind} in version ${quoteGo(type.version)} cannot be handled as a ${target.kind}: ${why}`)
  const { object, unknown } = orRefused(handled, () =>
    decodeCustom(call, target, type, { value, numberTexts: parsed.numberTexts }),
  )
  const problems = [...duplicates, ...unknown]
  if (problems.length > 0) judge(call, sent.fieldValidation, problems, handled)
  checkSentType(target, type, object)
  yield
  return withDefaults(target, object)
}

const bodyText = ({ body, mediaType }: SentBody, value: Json): string =>
  mediaType === 'application/yaml' ? printExactJson(sortedMembers(value ?? {})) : decodeUtf8(body)

function orRefused<Value>(refused: (why: string) => ApiError, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof DecodeError) throw refused(error.message)
    throw error
  }
}

const acceptedVersions = (target: Target): readonly GroupVersion[] => [target, ...(target.alsoAccepts ?? [])]

/** Another version of the kind can be decoded, but this route does not accept it. */
function checkVersion(sent: GroupVersion, target: Target): void {
  const [said, expected] = [toApiVersion(sent), toApiVersion(target)]
  if (!acceptedVersions(target).some((each) => isSameVersion(each, sent)))
    throw badRequest(`the API version in the data (${said}) does not match the expected API version (${expected})`)
}

export interface KindAndVersion {
  readonly kind: string
  readonly apiVersion: string
}

/** Reads `kind` and `apiVersion` of any value. Returns a message if they cannot be read. */
export function interpret(value: Json): KindAndVersion | string {
  const fail = (what: string): string => `couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`
  if (value === null) return { kind: '', apiVersion: '' }
  if (!isObject(value))
    return fail(
      `${jsonKind(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  const { kind = '', apiVersion = '' } = value
  if (apiVersion !== null && typeof apiVersion !== 'string')
    return fail(`${jsonKind(apiVersion)} into Go struct field .apiVersion of type string`)
  if (kind !== null && typeof kind !== 'string')
    return fail(`${jsonKind(kind)} into Go struct field .kind of type string`)
  const version = apiVersion ?? ''
  if (version.split('/').length > 2) return `unexpected GroupVersion string: ${version}`
  return { kind: kind ?? '', apiVersion: version }
}

interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** Parses an apiVersion. An absent version means the target's. */
export function versionOf(apiVersion: string, target: GroupVersion): GroupVersion {
  if (apiVersion === '' || apiVersion === '/') return { group: target.group, version: target.version }
  const [first = '', second] = apiVersion.split('/')
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** Returns the schema of a body: that of the target, except for a Scale in a former version. */
export const schemaIn = (version: GroupVersion, { kind, group, schema }: Target): StructSchema =>
  kind === 'Scale' && version.group !== group ? formerScale(schema) : schema

const isSameVersion = (a: GroupVersion, b: GroupVersion): boolean => a.group === b.group && a.version === b.version

export const isKnownVersion = ({ server }: Call, target: Target, { group, version }: GroupVersion): boolean =>
  acceptedVersions(target).some((each) => isSameVersion(each, { group, version })) ||
  findKind(server.resources().definitions, { group, version, kind: target.kind }) ||
  findRegistered(server, { group, version, kind: target.kind })?.group === target.group

const findRegistered = (server: ServerContext, wanted: GroupVersionKind): RegisteredKind | undefined =>
  registeredKind(wanted, (group, version) => server.resources().versions(group).includes(version))

function findKind(
  definitions: readonly {
    readonly group: string
    readonly version: string
    readonly kind: string
    readonly listKind?: string
  }[],
  wanted: GroupVersion & { readonly kind: string },
): boolean {
  return definitions.some(
    (each) =>
      each.group === wanted.group &&
      each.version === wanted.version &&
      (each.kind === wanted.kind || (each.listKind ?? `${each.kind}List`) === wanted.kind),
  )
}

/** Returns why a body of another kind is refused: it is decoded as its own kind first, then not converted. */
export function mismatch({ server }: Call, target: Target, sent: GroupVersionKind, value: Json): string {
  const { definitions } = server.resources()
  const to = `${target.package ?? goPackage(target.group)}.${target.kind}`
  const registered = findRegistered(server, sent)
  if (registered !== undefined) return `converting (${registered.package}.${sent.kind}) to (${to}): unknown conversion`
  if (!findKind(definitions, sent))
    return `no kind ${quoteGo(sent.kind)} is registered for version ${quoteGo(toApiVersion(sent))} in scheme "pkg/runtime/scheme.go:110"`
  const other = definitions.find(
    ({ group, version, kind }) => group === sent.group && version === sent.version && kind === sent.kind,
  )
  const unreadable = other === undefined ? null : decodeFault(other.schema, value)
  return unreadable ?? `converting (${sent.version}.${sent.kind}) to (${to}): unknown conversion`
}

function decodeFault(schema: StructSchema, value: Json): string | null {
  try {
    decodeObject(schema, value)
    return null
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}

const problemsOf = (parsed: Extract<ParsedBody, { type: 'parsed' }>, unknown: readonly string[]): readonly string[] =>
  parsed.problems?.(unknown) ?? [...parsed.duplicates, ...unknown]

function decodeAs(
  target: Target,
  parsed: Extract<ParsedBody, { type: 'parsed' }>,
  handled: (why: string) => ApiError,
): { readonly object: ApiObject; readonly problems: readonly string[] } {
  return orRefused(handled, () => {
    const { object, unknown } = decodeObject(target.schema, parsed.value ?? {}, { numberTexts: parsed.numberTexts })
    return { object: withDefaults(target, object), problems: problemsOf(parsed, unknown) }
  })
}

/** Sets kind and apiVersion and applies the kind's defaults. Mutates `object`. */
export function withDefaults(target: Target, object: ApiObject): ApiObject {
  object.kind = target.kind
  object.apiVersion = toApiVersion(target)
  object.metadata ??= {}
  applyDefaults(target.schema, object as JsonObject)
  target.strategy?.default?.(object)
  return object
}

/** Handles unknown and duplicate fields by the validation level: error, warning or nothing. [FV1] */
function judge(
  { context }: Call,
  level: WriteOptions['fieldValidation'],
  problems: readonly string[],
  handled: (why: string) => ApiError,
): void {
  if (level === 'Strict') throw handled(`strict decoding error: ${problems.join(', ')}`)
  if (level === 'Warn')
    for (const problem of problems) for (const text of warningsOf(problem)) context.warnings.add(text)
}

/** A protobuf message states its type before its content is decoded. */
function unreadable(
  target: Target,
  { found, message }: Extract<ParsedBody, { type: 'unreadable' }>,
  body: Uint8Array,
): ApiError {
  if (found === undefined) return unrecognized(target, message, body)
  const { version } = versionOf(found.apiVersion, target)
  return badRequest(`${found.kind} in version ${quoteGo(version)} cannot be handled as a ${target.kind}: ${message}`)
}

function unrecognized(target: Target, why: string, body: Uint8Array): ApiError {
  return badRequest(`the object provided is unrecognized (must be of type ${target.kind}): ${why} (${summarize(body)})`)
}

const summaryBytesMax = 30
const brace = 0x7b

function summarize(body: Uint8Array): string {
  if (body.length === 0) return '<empty>'
  const start = body.subarray(0, summaryBytesMax)
  const text = body[0] === brace ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(start) : bytesToHex(start)
  return body.length > summaryBytesMax ? `${text} ...` : text
}

/** Splits the error of a YAML parser, which has a heading and several lines, into one warning per line. */
function warningsOf(problem: string): readonly string[] {
  const [first = '', ...lines] = problem.split('\n  ')
  return lines.length === 0 ? [first] : lines
}
