import { parseExactJson } from '#api/exact-json.ts'
import { type Json, isObject } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'
import { hostnameOf, parseUrl, portOf } from '#go/url.ts'

/** client-go's messages for unsuccessful responses, by code. */
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
/** Codes whose message is the response body. */
const spoken = new Set([403, 406, 415])
const serverFault = 500

/**
 * Returns the message for an unsuccessful HTTP response; `''` for success. Redirects are not a success. The body is
 * quoted only if it is text. [WH4]
 */
export function answerProblem(status: number, text: string, contentType: string): string {
  if (status >= 200 && status <= 206) return ''
  const message = statusMessage(text)
  if (message !== '') return message
  const known = texts.get(status)
  if (known !== undefined) return known
  const said = isTextType(contentType) ? text.trim() : 'unknown'
  if (spoken.has(status)) return said
  if (status >= serverFault)
    return `an error on the server (${quoteGo(said)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}

const isTextType = (contentType: string): boolean => contentType === '' || /^\s*text\//i.test(contentType)

/** The message of a failure in the body. Kind and version may be absent. */
function statusMessage(text: string): string {
  const value = tryJson(text)
  if (!isObject(value) || value['status'] !== 'Failure') return ''
  const { kind = 'Status', apiVersion = 'v1' } = value
  if (kind !== 'Status' || apiVersion !== 'v1') return ''
  return typeof value['message'] === 'string' ? value['message'] : ''
}

function tryJson(text: string): Json | undefined {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

const unverified = 'tls: failed to verify certificate: x509:'

/** Messages for failed connections by Node's error code. `HOST:PORT` and `NAME` are placeholders. */
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

/**
 * Returns the message for an error of connecting to `url`, a valid URL. Node reports a code, browsers do not. [WH4]
 */
export function dialProblem(error: unknown, url: string): string {
  const cause = innermost(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const known = dialTexts.get(code)
  if (known === undefined) return cause instanceof Error ? cause.message : String(cause)
  const parts = parseUrl(url)
  const address = dialled(cause) ?? (portOf(parts) === '' ? `${parts.host}:443` : parts.host)
  return known.replace('HOST:PORT', () => address).replace('NAME', () => hostnameOf(parts))
}

/** Returns the root cause of an error; that of the first one for several attempts. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}

/** Returns the address and port of the failed connection, if the error contains them. */
function dialled(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('address' in cause) || !('port' in cause)) return undefined
  const address = String(cause.address)
  return `${address.includes(':') ? `[${address}]` : address}:${String(cause.port)}`
}
