import { parseExactJson } from '#api/exact-json.ts'
import { quoteGo } from '#api/field-error.ts'
import { parseGoUrl } from '#api/go-url.ts'
import { type Json, type JsonObject, isObject, jsonKind } from '#api/json.ts'

/** Texts of the reference's client for answers that are no success, by code. */
const texts: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
])
/** Codes where the answer's own text is the message. */
const spoken = new Set([403, 406, 415])
const serverFault = 500

/** What an HTTP answer that is no success is called, `''` for a success. Redirects are none. [WH4] */
export function answerProblem(status: number, text: string): string {
  if (status >= 200 && status <= 206) return ''
  const told = statusMessage(text)
  if (told !== '') return told
  const known = texts.get(status)
  if (known !== undefined) return known
  const said = text.trim() === '' ? 'unknown' : text.trim()
  if (spoken.has(status)) return said
  if (status >= serverFault)
    return `an error on the server (${quoteGo(said)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}

function statusMessage(text: string): string {
  const value = tryJson(text)
  if (!isObject(value) || value['kind'] !== 'Status' || value['apiVersion'] !== 'v1') return ''
  return typeof value['message'] === 'string' ? value['message'] : ''
}

const noVersion = "couldn't get version/kind; json parse error: json: cannot unmarshal"
const header =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** An answer's review, or why it is none. [WH2] */
export function parseReview(text: string, contentType: string): JsonObject | string {
  if (text === '') return `0-length response with status code: 200 and content type: ${contentType}`
  const value = tryJson(text)
  // What is no JSON is read as YAML there, where any words are a text.
  if (value === undefined) return `${noVersion} string into ${header}`
  if (!isObject(value)) return `${noVersion} ${jsonKind(value)} into ${header}`
  return typeProblem(value) ?? value
}

function tryJson(text: string): Json | undefined {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

const fieldTypes: ReadonlyMap<string, readonly [test: (value: Json) => boolean, type: string]> = new Map([
  ['uid', [isText, 'types.UID']],
  ['allowed', [(value) => typeof value === 'boolean', 'bool']],
  ['patch', [isText, '[]uint8']],
  ['patchType', [isText, 'v1.PatchType']],
  ['status', [isObject, 'v1.Status']],
  ['warnings', [(value) => Array.isArray(value), '[]string']],
  ['auditAnnotations', [isObject, 'map[string]string']],
])

function isText(value: Json): boolean {
  return typeof value === 'string'
}

/** A field of another type than it has. */
function typeProblem({ response }: JsonObject): string | null {
  if (response === undefined || response === null) return null
  const wrong = (value: Json, path: string, type: string): string =>
    `json: cannot unmarshal ${jsonKind(value)} into Go struct field ${path} of type ${type}`
  if (!isObject(response)) return wrong(response, 'AdmissionReview.response', 'v1.AdmissionResponse')
  for (const [name, [test, type]] of fieldTypes) {
    const value = response[name]
    if (value !== undefined && value !== null && !test(value))
      return wrong(value, `AdmissionResponse.response.${name}`, type)
  }
  const badByte = typeof response['patch'] === 'string' ? badBase64(response['patch']) : -1
  return badByte < 0 ? null : `illegal base64 data at input byte ${badByte}`
}

/** Place of the first character that standard base64 can't have there; -1 for none. */
function badBase64(text: string): number {
  const odd = text.replace(/={0,2}$/, '').search(/[^A-Za-z0-9+/]/)
  if (odd >= 0) return odd
  return text.length % 4 === 0 ? -1 : text.length - (text.length % 4)
}

const unverified = 'tls: failed to verify certificate: x509:'

/** Words for a failed dial, by the codes of Node; `HOST:PORT` and `NAME` are those that were dialled. */
const dialTexts: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'dial tcp HOST:PORT: connect: connection refused'],
  ['ENOTFOUND', 'dial tcp: lookup NAME: no such host'],
  ['EAI_AGAIN', 'dial tcp: lookup NAME: no such host'],
  ['EHOSTUNREACH', 'dial tcp HOST:PORT: connect: no route to host'],
  ['ENETUNREACH', 'dial tcp HOST:PORT: connect: network is unreachable'],
  ['EPROTO', 'http: server gave HTTP response to HTTPS client'],
  ['ECONNRESET', 'EOF'],
  ['UND_ERR_SOCKET', 'EOF'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', `${unverified} certificate signed by unknown authority`],
  ['SELF_SIGNED_CERT_IN_CHAIN', `${unverified} certificate signed by unknown authority`],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', `${unverified} certificate signed by unknown authority`],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', `${unverified} certificate signed by unknown authority`],
  ['CERT_HAS_EXPIRED', `${unverified} certificate has expired or is not yet valid`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', `${unverified} certificate is not valid for any names, but wanted to match NAME`],
])

/** What a dialler's error is called; hosts name the cause by the codes of Node, browsers name none. [WH4] */
export function dialProblem(error: unknown, url: string): string {
  const cause = innermost(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const known = dialTexts.get(code)
  if (known === undefined) return cause instanceof Error ? cause.message : String(cause)
  const parts = parseGoUrl(url)
  const host = typeof parts === 'string' ? '' : parts.host
  const address = dialled(cause) ?? (/:[0-9]+$/.test(host) ? host : `${host}:443`)
  return known.replace('HOST:PORT', () => address).replace('NAME', () => host.replace(/:[0-9]+$/, ''))
}

/** The first of several attempts, and what is under a wrapper. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}

/** The address that a name came to, where the host tells it. */
function dialled(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('address' in cause) || !('port' in cause)) return undefined
  const address = String(cause.address)
  return `${address.includes(':') ? `[${address}]` : address}:${String(cause.port)}`
}
