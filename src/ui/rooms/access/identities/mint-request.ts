import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { MintRequest, WorldIssuer } from '#facts/world-api.ts'

/** The defect of a minted token; `none` for a valid one. */
export type Forgery = 'none' | 'expired' | NonNullable<MintRequest['forgery']>

export const forgeries: readonly { readonly value: Forgery; readonly label: string; readonly note: string }[] = [
  { value: 'none', label: 'Valid', note: 'Signed by the issuer.' },
  { value: 'changed-claims', label: 'Changed', note: 'Claims changed after signing: groups is system:masters.' },
  { value: 'foreign-key', label: 'Foreign key', note: 'Signed with a key that the issuer does not publish.' },
  { value: 'unsigned', label: 'Unsigned', note: 'Algorithm none, and no signature.' },
  { value: 'expired', label: 'Expired', note: 'Signed correctly, but expired an hour ago.' },
]

/** Returns the sample claims of an issuer as text to edit. */
export const sampleText = ({ sample }: WorldIssuer): string => JSON.stringify(sample, null, 2)

/**
 * Parses the edited claims.
 * @throws SyntaxError with a readable message when they are not a JSON object. [AR12]
 */
export function readClaims(text: string): JsonObject {
  const value = JSON.parse(text) as Json
  if (!isObject(value)) throw new SyntaxError('Claims must be a JSON object.')
  return value
}

interface MintOptions {
  readonly claims: JsonObject
  readonly forgery: Forgery
  /** Key id; `''` for the newest key. */
  readonly kid: string
  readonly nowMs: number
}

const hourSeconds = 3600

/** Returns the request to the issuer. An expired token is a valid one issued two hours ago. [AR12] */
export function toMintRequest({ claims, forgery, kid, nowMs }: MintOptions): MintRequest {
  const key = kid === '' ? {} : { kid }
  const now = Math.floor(nowMs / 1000)
  if (forgery === 'expired')
    return { claims: { ...claims, iat: now - 2 * hourSeconds, exp: now - hourSeconds }, ...key }
  return { claims, ...key, ...(forgery === 'none' ? {} : { forgery }) }
}
