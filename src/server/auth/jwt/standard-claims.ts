import { isObject, type Json, type JsonObject } from '#api/json.ts'

/** The expected values of the standard claims. Times are in seconds since the epoch. */
export interface Expectations {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly nowSeconds: number
}

/** A token is accepted this many seconds before its `nbf`. */
const leewaySeconds = 60

/** From this second on, the reference's time type overflows to the past. */
const lastSecond = 2 ** 63 - 62_135_596_800

/** Returns the first standard claim that is not valid, in the reference's order; `null` if all are. [JW8] */
export function whyClaimsFail(claims: JsonObject, expected: Expectations): string | null {
  const times = { exp: readTime(claims['exp']), nbf: readTime(claims['nbf']), iat: readTime(claims['iat']) }
  for (const [name, time] of Object.entries(times))
    if (time === 'invalid') return `oidc: failed to unmarshal claims: ${name} is no number`
  const audiences = readAudiences(claims['aud'])
  if (audiences === null) return 'oidc: failed to unmarshal claims: aud is neither text nor a list of texts'
  return (
    whySourceFails(claims) ??
    whyIssuerFails(claims['iss'], expected.issuer) ??
    whyAudienceFails(audiences, expected.audiences) ??
    whyTimeFails(times.exp, times.nbf, expected.nowSeconds)
  )
}

const whyIssuerFails = (issuer: Json | undefined, expected: string): string | null =>
  issuer === expected || (issuer === 'accounts.google.com' && expected === 'https://accounts.google.com')
    ? null
    : `oidc: id token issued by a different provider, expected ${JSON.stringify(expected)} got ${JSON.stringify(issuer)}`

function whyAudienceFails(got: readonly string[], expected: readonly string[]): string | null {
  if (expected.some((each) => got.includes(each))) return null
  const list = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`
  const wanted = expected.length === 1 ? JSON.stringify(expected[0]) : `in ${list(expected.toSorted())}`
  return `oidc: expected audience ${wanted} got ${list(got)}`
}

function whyTimeFails(exp: number | 'invalid' | null, nbf: number | 'invalid' | null, now: number): string | null {
  const end = typeof exp === 'number' ? exp : 0
  if (end >= lastSecond || end < now) return `oidc: token is expired (Token Expiry: ${showTime(end)})`
  return typeof nbf === 'number' && nbf > now + leewaySeconds
    ? `oidc: current time ${showTime(Math.floor(now))} before the nbf (not before) time: ${showTime(nbf)}`
    : null
}

/** Reads a number, or a string that holds one, as Go's json.Number does. */
function readTime(value: Json | undefined): number | 'invalid' | null {
  if (value === undefined || value === null) return null
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value))
  const time = isNumber ? Number(value) : Number.NaN
  return Number.isFinite(time) ? time : 'invalid'
}

function readAudiences(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? (value as string[]) : null
}

/** Checks that each distributed claim has a source with an endpoint. */
function whySourceFails(claims: JsonObject): string | null {
  const names = claims['_claim_names'] ?? {}
  const sources = claims['_claim_sources'] ?? {}
  if (!isObject(names) || !isObject(sources))
    return 'oidc: failed to unmarshal claims: claim names and sources are no objects'
  return Object.values(names).every((source) => typeof source === 'string' && Object.hasOwn(sources, source))
    ? null
    : 'oidc: source does not exist'
}

const showTime = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' +0000 UTC')
}
