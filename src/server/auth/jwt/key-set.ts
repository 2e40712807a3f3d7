import { compactVerify } from 'jose'
import { isObject, type Json } from '#api/json.ts'
import type { Result, SignedText } from './compact-token.ts'
import { readVerificationKey, type SignatureAlgorithm, type VerificationKey } from './json-web-key.ts'

/** A bound that no real issuer reaches. */
export const maxKeys = 1000

/**
 * Parses a JWK set. Keys that cannot be used are skipped, so that one bad key does not make the others unusable.
 * [JW5]
 */
export function readKeySet(text: string): Result<readonly VerificationKey[]> {
  let document: Json
  try {
    document = JSON.parse(text) as Json
  } catch (error) {
    return { error: `the key set is no JSON: ${error instanceof Error ? error.message : ''}` }
  }
  const keys = isObject(document) ? document['keys'] : undefined
  if (!Array.isArray(keys)) return { error: 'the key set has no list of keys' }
  if (keys.length > maxKeys) return { error: `the key set has ${keys.length} keys, at most ${maxKeys} are read` }
  return {
    value: keys.flatMap((key) => {
      const read = readVerificationKey(key)
      return 'value' in read ? [read.value] : []
    }),
  }
}

/**
 * Reports whether one of the keys signed the token: the keys with the token's key id, or all keys for a token without
 * one. [JW6]
 */
export async function isSignedByOneOf(
  keys: readonly VerificationKey[],
  token: SignedText,
  algorithm: SignatureAlgorithm,
): Promise<boolean> {
  const id = token.header['kid']
  const wanted = id === undefined || id === '' ? keys : keys.filter((key) => key.id === id)
  for (const candidate of wanted) {
    // Sequential: the first key that verifies ends the loop, and few keys share an id.
    const key = await candidate.forAlgorithm(algorithm)
    if (key !== null && (await isSignedBy(key, token.text, algorithm))) return true
  }
  return false
}

const isSignedBy = (key: CryptoKey, text: string, algorithm: SignatureAlgorithm): Promise<boolean> =>
  compactVerify(text, key, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  )
