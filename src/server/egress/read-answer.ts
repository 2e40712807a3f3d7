import { parseExactJson } from '#api/exact-json.ts'
import { type Json, type JsonObject, isObject, jsonKind, textOf } from '#api/json.ts'
import { findSyntaxError } from '#go/json-syntax.ts'
import { quoteGo } from '#go/quote.ts'
import { YamlError } from '#syntax/yaml-errors.ts'

/** The parts of a response that its error tells. */
interface Answer {
  readonly text: string
  readonly status: number
  readonly contentType: string
}

/**
 * Parses the review in a response, or returns why it is not one. As in the reference, the text is JSON if it begins with a
 * brace and YAML otherwise, whatever its media type; kind and version default to those of the review that was `sent`.
 * [WH2]
 */
export async function parseReview(
  { text, status, contentType }: Answer,
  sent: JsonObject,
): Promise<JsonObject | string> {
  const type = contentType === '' ? 'application/json' : contentType
  if (text === '') return `0-length response with status code: ${status} and content type: ${type}`
  const value = await parseEither(text)
  if (typeof value === 'string') return value
  const problem = identityProblem(value.parsed, sent)
  if (problem !== '') return problem
  return isObject(value.parsed) ? value.parsed : {}
}

const noVersion = "couldn't get version/kind; json parse error:"

async function parseEither(text: string): Promise<{ readonly parsed: Json } | string> {
  if (!/^\s*\{/.test(text)) return parsedYaml(text)
  const broken = findSyntaxError(new TextEncoder().encode(text))
  return broken === undefined ? { parsed: parseExactJson(text) } : `${noVersion} ${broken.message}`
}

async function parsedYaml(text: string): Promise<{ readonly parsed: Json } | string> {
  const { parseYaml } = await import('#syntax/parse-yaml.ts')
  try {
    return { parsed: parseYaml(text).value }
  } catch (error) {
    if (error instanceof YamlError) return error.message
    throw error
  }
}

const cannot = `${noVersion} json: cannot unmarshal`
const header =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** Returns the decoding error of an answer that is another kind or version than the review. */
function identityProblem(answer: Json, sent: JsonObject): string {
  if (answer === null) return ''
  if (!isObject(answer)) return `${cannot} ${jsonKind(answer)} into ${header}`
  for (const name of ['apiVersion', 'kind']) {
    const value = answer[name] ?? ''
    if (typeof value !== 'string') return `${cannot} ${jsonKind(value)} into Go struct field .${name} of type string`
  }
  const wanted = { apiVersion: textOf(sent['apiVersion']), kind: textOf(sent['kind']) }
  const apiVersion = textOf(answer['apiVersion']) || wanted.apiVersion
  const kind = textOf(answer['kind']) || wanted.kind
  if (apiVersion.split('/').length > 2) return `unexpected GroupVersion string: ${apiVersion}`
  if (apiVersion === wanted.apiVersion && kind === wanted.kind) return ''
  if (!isRegistered(apiVersion, kind, wanted))
    return `no kind ${quoteGo(kind)} is registered for version ${quoteGo(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`
  const from = `${versionOf(apiVersion)}.${kind}`
  return `converting (${from}) to (${versionOf(wanted.apiVersion)}.${wanted.kind}): unknown conversion`
}

const versionOf = (apiVersion: string): string => apiVersion.split('/').at(-1) ?? ''
const groupOf = (apiVersion: string): string => apiVersion.split('/', 1)[0] ?? ''
const reviewVersions = ['v1', 'v1beta1']

/** True for the kinds that the client knows besides the expected one: its other version, and Status. */
function isRegistered(
  apiVersion: string,
  kind: string,
  wanted: { readonly apiVersion: string; readonly kind: string },
): boolean {
  if (apiVersion === 'v1') return kind === 'Status'
  const isOfGroup = apiVersion.includes('/') && groupOf(apiVersion) === groupOf(wanted.apiVersion)
  return kind === wanted.kind && isOfGroup && reviewVersions.includes(versionOf(apiVersion))
}
