import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { Base64Error, decodeBase64, encodeBase64 } from '#go/base64.ts'

/** In bytes. Longer tokens are refused without decoding. */
export const maxTokenBytes: number = 16 * 1024

/** A JWS in compact serialization with its header decoded. Nothing is verified yet. */
export interface SignedText {
  readonly text: string
  readonly header: JsonObject
}

/** A JWS whose payload holds the claims of a token. */
export interface CompactToken extends SignedText {
  readonly claims: JsonObject
}

/** A value or an error message. */
export type Result<Value> = { readonly value: Value } | { readonly error: string }

/**
 * Returns the issuer of a token without verifying it; `null` if the text does not have three parts with a JSON object
 * that names an issuer in the middle. Only selects the authenticator that verifies the token. [JW1]
 */
export function untrustedIssuer(token: string): string | null {
  if (token.length > maxTokenBytes) return null
  const parts = token.split('.')
  if (parts.length !== 3) return null
  const payload = decodeObject(parts[1] ?? '')
  const issuer = payload?.['iss']
  if (typeof issuer !== 'string') return null
  return issuer === 'accounts.google.com' ? `https://${issuer}` : issuer
}

/**
 * Decodes a JWS strictly: only the canonical encoding, no duplicate members, no critical extensions. RFC 7515. [JW2]
 */
export function readSignedText(text: string): Result<SignedText> {
  if (text.length > maxTokenBytes) return { error: `token has ${text.length} bytes, at most ${maxTokenBytes} are read` }
  const parts = text.split('.')
  if (parts.length !== 3) return { error: 'malformed jwt, expected 3 parts' }
  const headerText = decodeText(parts[0] ?? '')
  const header = headerText === null ? null : parseObject(headerText)
  if (headerText === null || header === null)
    return { error: 'malformed jwt: its header is no JSON object in base64url' }
  if (!parts.every(isCanonical)) return { error: 'malformed jwt: a part is not base64url' }
  if (hasDoubledMember(headerText, header)) return { error: 'malformed jwt: a member of the header stands twice' }
  if ('crit' in header || 'b64' in header)
    return { error: 'malformed jwt: its header asks for an extension, and none is known' }
  if ('zip' in header) return { error: 'malformed jwt: it is compressed' }
  return { value: { text, header } }
}

/** Decodes a JWS whose payload is an object of claims. RFC 7519. [JW2] */
export function readCompactToken(text: string): Result<CompactToken> {
  const signed = readSignedText(text)
  if ('error' in signed) return signed
  const claims = decodeObject(text.split('.')[1] ?? '')
  return claims === null
    ? { error: 'malformed jwt: its payload is no JSON object in base64url' }
    : { value: { ...signed.value, claims } }
}

/**
 * Reports whether a flat header has duplicate members: it has more colons at depth one than the parsed object has
 * members.
 */
function hasDoubledMember(text: string, parsed: JsonObject): boolean {
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
    else if (char === ':' && depth === 1) members += 1
  }
  return members !== Object.keys(parsed).length
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

const decodeObject = (part: string): JsonObject | null => {
  const text = decodeText(part)
  return text === null ? null : parseObject(text)
}

function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(part: string): string | null {
  const bytes = fromBase64Url(part)
  if (bytes === null) return null
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** Decodes unpadded base64url. Returns `null` for any other text, including text with line breaks. */
export function fromBase64Url(part: string): Uint8Array<ArrayBuffer> | null {
  if (/[\r\n]/.test(part)) return null
  try {
    return decodeBase64(part, 'raw-url')
  } catch (error) {
    if (error instanceof Base64Error) return null
    throw error
  }
}

/**
 * Reports whether re-encoding the decoded bytes gives the same text, that is, the unused bits of the last character
 * are zero.
 */
function isCanonical(part: string): boolean {
  const bytes = fromBase64Url(part)
  return bytes !== null && encodeBase64(bytes, 'raw-url') === part
}
