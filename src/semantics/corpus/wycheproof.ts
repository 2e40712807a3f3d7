import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { readSignedText } from '#server/auth/jwt/compact-token.ts'
import { signatureAlgorithms } from '#server/auth/jwt/json-web-key.ts'
import { isSignedByOneOf, readKeySet } from '#server/auth/jwt/key-set.ts'
import { judge, type Outcome, readCases } from './family.ts'

interface Vectors {
  readonly testGroups: readonly {
    readonly public?: JsonObject
    readonly private?: JsonObject
    readonly tests: readonly {
      readonly tcId: number
      readonly jws?: Json
      readonly jwe?: Json
      readonly result: string
    }[]
  }[]
}

const files = ['json_web_signature_test', 'json_web_key_test', 'json_web_crypto_test']

/** Checks the code that parses and verifies issuer tokens against the JWS test vectors of Project Wycheproof. */
export async function wycheproof(dir: string): Promise<readonly Outcome[] | null> {
  const read = files.flatMap((name) => {
    const vectors = readCases<Vectors>(dir, `jwt/${name}.json`)
    return vectors === null ? [] : [{ name, vectors }]
  })
  if (read.length === 0) return null
  const outcomes: Outcome[] = []
  for (const { name, vectors } of read)
    for (const group of vectors.testGroups)
      for (const test of group.tests) outcomes.push(await tryVector(`${name}/${test.tcId}`, group, test))
  return outcomes
}

async function tryVector(
  id: string,
  group: Vectors['testGroups'][number],
  { jws, jwe, result }: Vectors['testGroups'][number]['tests'][number],
): Promise<Outcome> {
  const key = group.public ?? group.private ?? {}
  const keys = Array.isArray(key['keys']) ? key : { keys: [key] }
  // No issuer's token may be encrypted, whether a vector is valid or not.
  if (typeof jwe === 'string') return judge(id, await isAccepted(jwe, keys), false)
  const accepted = typeof jws === 'string' && (await isAccepted(jws, keys))
  // Issuers publish no secrets: a token that is signed with one is refused, whether a vector is valid or not.
  const isShared = typeof jws === 'string' && String(headerOf(jws)?.['alg']).startsWith('HS')
  return judge(id, accepted, result === 'valid' && !isShared)
}

function headerOf(jws: string): JsonObject | null {
  try {
    const header = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as Json
    return isObject(header) ? header : null
  } catch {
    return null
  }
}

/** Verifies only the signature, for any payload: a failed claim check would hide a wrong signature. */
async function isAccepted(jws: string, keySet: JsonObject): Promise<boolean> {
  const keys = readKeySet(JSON.stringify(keySet))
  if ('error' in keys) return false
  const signed = readSignedText(jws)
  if ('error' in signed) return false
  const algorithm = signatureAlgorithms.find((each) => each === signed.value.header['alg'])
  return algorithm !== undefined && isSignedByOneOf(keys.value, signed.value, algorithm)
}
