import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { DecodeError, decodeObject } from '#schema/decode.ts'
import type { StructSchema } from '#schema/schema.ts'
import { kindSchema } from './compile-schema.ts'
import type { Configuration } from './config-types.ts'
import { type Dialect, dialectNamed, dialectOf, registeredKind } from './dialect.ts'
import { fillSpec } from './fill-spec.ts'
import { type Finding, Findings, type ProblemType, pathText } from './finding.ts'
import { identify, otherKindText } from './identify.ts'
import { type ConfigKind, type KindName } from './kinds/config-field.ts'
import { configKind } from './kinds/kinds.ts'
import { type NodePath } from '#document/locate.ts'
import type { ConfigDocument } from '#document/read-document.ts'
import { misfits } from './walk-schema.ts'

type ReadDocument = Extract<ConfigDocument, { type: 'document' }>

export interface DecodeOptions {
  /** The expected kind; by default the kind in the file. */
  readonly kind?: KindName | undefined
  readonly asReference?: boolean | undefined
}

/** The content of a file; without `configuration`, the findings give the reason. */
export interface DecodedConfig {
  readonly dialect: Dialect
  readonly kind: ConfigKind | undefined
  readonly configuration?: Configuration
  /** The decoded object, with the field names of the file. */
  readonly decoded?: JsonObject
  readonly findings: readonly Finding[]
}

const refusal = (code: string, type: ProblemType, message: string, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  type,
  path: '',
  message,
  at: [],
  ...more,
})

/** Decodes a document strictly, as the reference's loaders do. Decoding ends at the first stage that fails. */
export function decodeConfig(text: string, document: ConfigDocument, options: DecodeOptions): DecodedConfig {
  const dialect = dialectNamed('orch', options.asReference)
  const wanted = options.kind === undefined ? undefined : configKind(options.kind)
  const failed = (finding: Finding): DecodedConfig => ({ dialect, kind: wanted, findings: [finding] })
  if (text === '') return emptyFile(dialect, wanted)
  if (document.type === 'unreadable')
    return failed(refusal('D04', 'Malformed', document.message, { range: document.range }))
  const identity = identify(document.value)
  if (identity.type === 'refused')
    return failed(
      refusal(identity.code, identity.problem, identity.message, { at: identity.field === '' ? [] : [identity.field] }),
    )
  const { apiVersion, kind } = identity
  if (mayBeBare(dialect, wanted, identity))
    return decodeAs(document, wanted, dialect, `${apiVersion === '' ? orchShort : apiVersion}`)
  if (kind === '') return failed(missing('Kind', text))
  if (apiVersion === '') return failed(missing('apiVersion', text))
  return decodeIdentified(document, wanted, { apiVersion, kind }, options)
}

const orchShort = 'v1beta1'

/** The reference's message repeats the whole file. */
const missing = (member: 'Kind' | 'apiVersion', text: string): Finding =>
  refusal('D02', 'MissingKind', `Object '${member}' is missing`, {
    at: [member === 'Kind' ? 'kind' : member],
    whole: `Object '${member}' is missing in '${text}'`,
  })

/** Only the reference's loader of tracing files accepts a missing apiVersion or kind. */
const mayBeBare = (
  dialect: Dialect,
  wanted: ConfigKind | undefined,
  said: { readonly apiVersion: string; readonly kind: string },
): wanted is ConfigKind =>
  dialect.isReference && wanted?.name === 'TracingConfiguration' && (said.kind === '' || said.apiVersion === '')

function emptyFile(dialect: Dialect, wanted: ConfigKind | undefined): DecodedConfig {
  const failed = (message: string): DecodedConfig => ({
    dialect,
    kind: wanted,
    findings: [refusal('D02', 'MissingKind', message)],
  })
  if (wanted?.name === 'AuthorizationConfiguration')
    return { dialect, kind: wanted, configuration: fillSpec(wanted, {}, dialect), decoded: {}, findings: [] }
  if (wanted?.name === 'AuthenticationConfiguration') return failed('empty config data')
  if (wanted?.name === 'TracingConfiguration' && dialect.isReference)
    return { dialect, kind: wanted, configuration: fillSpec(wanted, {}, dialect), decoded: {}, findings: [] }
  return failed("Object 'Kind' is missing in ''")
}

function decodeIdentified(
  document: ReadDocument,
  wanted: ConfigKind | undefined,
  said: { readonly apiVersion: string; readonly kind: string },
  options: DecodeOptions,
): DecodedConfig {
  const dialect = dialectNamed(dialectOf(said.apiVersion), options.asReference)
  const kind = registeredKind(dialect, said.apiVersion, said.kind)
  if (kind === undefined) {
    const message = `no kind "${said.kind}" is registered for version "${said.apiVersion}" in scheme "pkg/runtime/scheme.go:110"`
    const isKindKnown = configKind(said.kind) !== undefined
    const finding = refusal('D05', 'WrongKind', message, { at: [isKindKnown ? 'apiVersion' : 'kind'] })
    return { dialect, kind: wanted ?? configKind(said.kind), findings: [finding] }
  }
  const decoded = decodeAs(document, kind, dialect, said.apiVersion.slice(said.apiVersion.indexOf('/') + 1))
  if (wanted === undefined || wanted === kind || decoded.configuration === undefined)
    return { ...decoded, kind: wanted ?? kind }
  const message = otherKindText(wanted.name, kind.name, said.apiVersion)
  return { dialect, kind: wanted, findings: [refusal('D05', 'WrongKind', message, { at: ['kind'] })] }
}

function decodeAs(document: ReadDocument, kind: ConfigKind, dialect: Dialect, version: string): DecodedConfig {
  const schema = kindSchema(kind, dialect, version)
  const value: Json = document.value ?? {}
  try {
    const { object, unknown } = decodeObject(schema, value, { numberTexts: document.numberTexts })
    const problems = document.duplicates(unknown)
    if (problems.length > 0) return { dialect, kind, findings: strictFindings(document, schema, problems) }
    const decoded = isObject(object as Json) ? (object as JsonObject) : {}
    return { dialect, kind, configuration: fillSpec(kind, decoded, dialect), decoded, findings: [] }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { dialect, kind, findings: [typeFinding(schema, value, error)] }
  }
}

function typeFinding(schema: StructSchema, value: Json, error: DecodeError): Finding {
  const isDuration = error.message.startsWith('time: ')
  const misfit = misfits(schema, value).find(({ problem }) => problem === (isDuration ? 'duration' : 'type'))
  return refusal(isDuration ? 'D06' : 'D03', isDuration ? 'Duration' : 'WrongType', error.message, {
    at: misfit?.path ?? [],
  })
}

/** Duplicate and unknown fields are reported together, and no other checks run. */
function strictFindings(document: ReadDocument, schema: StructSchema, problems: readonly string[]): readonly Finding[] {
  const found = new Findings()
  const unknownPlaces = new Map(
    misfits(schema, document.value).map(
      ({ path }) => [`unknown field ${JSON.stringify(pathText(path))}`, path] as const,
    ),
  )
  const whole = `strict decoding error: ${problems.join(', ')}`
  for (const problem of problems) {
    if (problem.startsWith('yaml: '))
      for (const line of problem.split('\n').slice(1)) found.all.push(doubledInYaml(line.trim(), whole))
    else found.all.push(strictFinding(problem, unknownPlaces, whole))
  }
  return found.all
}

function strictFinding(problem: string, places: ReadonlyMap<string, NodePath>, whole: string): Finding {
  const name = unquote(problem.slice(problem.indexOf('"')))
  const path = places.get(problem)
  if (problem.startsWith('unknown'))
    return refusal('D01', 'UnknownField', problem, { at: path ?? [], path: name, part: 'key', whole })
  return refusal('D07', 'DuplicateField', problem, { at: parsePath(name), path: name, part: 'key', whole })
}

/** Places an error such as `line 9: key "connection" already set in map` by its line. */
function doubledInYaml(line: string, whole: string): Finding {
  const [, number = '1', shown = ''] = /^line (\d+): key (.*) already set in map$/.exec(line) ?? []
  const name = shown.startsWith('"') ? unquote(shown) : shown
  return refusal('D07', 'DuplicateField', line, { path: name, part: 'key', whole, line: Number(number) })
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    return text.replace(/^"|"$/g, '')
  }
}

/** Parses field paths in the reference's messages; their field names contain no dots or brackets. */
const parsePath = (text: string): NodePath =>
  text.split(/[.[]/).map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step))
