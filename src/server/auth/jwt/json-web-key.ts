import { importJWK, type JWK } from 'jose'
import { isObject, type Json, type JsonObject } from '#api/json.ts'
import { fromBase64Url, type Result } from './compact-token.ts'
import { hasRocaMark } from './roca.ts'

/** All supported signature algorithms, in the order of the reference's error messages. */
export const signatureAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const

export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** A public key of an issuer that can verify signatures. */
export interface VerificationKey {
  readonly id: string
  /** Returns the key for an algorithm, imported once per algorithm; `null` if the key does not fit the algorithm. */
  forAlgorithm(algorithm: SignatureAlgorithm): Promise<CryptoKey | null>
}

const curves: ReadonlyMap<string, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
])

/** Reads a JWK, or returns why it cannot verify signatures. Only the public members are read. [JW5] */
export function readVerificationKey(jwk: Json | undefined): Result<VerificationKey> {
  if (!isObject(jwk)) return { error: 'a key is no object' }
  const why = whyNot(jwk)
  if (why !== null) return { error: why }
  const publicPart: JsonObject = {}
  for (const member of jwk['kty'] === 'RSA' ? ['kty', 'n', 'e'] : ['kty', 'crv', 'x', 'y'])
    publicPart[member] = jwk[member]
  const fits = jwk['kty'] === 'RSA' ? fitsRsa(jwk['alg']) : (name: string) => curves.get(String(jwk['crv'])) === name
  const imported = new Map<string, Promise<CryptoKey | null>>()
  return {
    value: {
      id: typeof jwk['kid'] === 'string' ? jwk['kid'] : '',
      forAlgorithm(algorithm) {
        if (!fits(algorithm)) return Promise.resolve(null)
        const known = imported.get(algorithm) ?? importKey(publicPart, algorithm)
        imported.set(algorithm, known)
        return known
      },
    },
  }
}

/** Import is where invalid key material, such as a point that is not on its curve, is detected. */
const importKey = async (jwk: JsonObject, algorithm: string): Promise<CryptoKey | null> =>
  importJWK(jwk as JWK, algorithm).then(
    (key) => (key instanceof Uint8Array ? null : key),
    () => null,
  )

/** A key with `alg` serves only that padding scheme, and no weaker hash. RFC 7517 section 4.4. */
const fitsRsa = (named: Json | undefined) => (algorithm: string) =>
  isRsaAlgorithm(algorithm) &&
  (named === undefined ||
    (String(named).slice(0, 2) === algorithm.slice(0, 2) && String(named).slice(2) <= algorithm.slice(2)))

const isRsaAlgorithm = (name: string): boolean => /^[RP]S(256|384|512)$/.test(name)

function whyNot(jwk: JsonObject): string | null {
  const { kty, use, key_ops: operations, alg } = jwk
  if (use !== undefined && use !== 'sig') return 'a key is not for signatures'
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    return 'a key is not for checking signatures'
  if (kty === 'RSA') return whyNoRsa(jwk, alg)
  if (kty === 'EC') return whyNoCurve(jwk, alg)
  return `keys of type ${JSON.stringify(kty)} are not used`
}

function whyNoRsa({ n, e }: JsonObject, alg: Json | undefined): string | null {
  const modulus = typeof n === 'string' ? fromBase64Url(n) : null
  const exponent = typeof e === 'string' ? fromBase64Url(e) : null
  if (modulus === null || exponent === null) return 'an RSA key lacks its modulus or exponent'
  if (alg !== undefined && !isRsaAlgorithm(String(alg))) return `an RSA key is meant for ${JSON.stringify(alg)}`
  const bits = bitLength(modulus)
  if (bits < 2048 || bits > 16_384) return `an RSA key has ${bits} bits; 2048 to 16384 are used`
  if (!isSound(exponent)) return 'the exponent of an RSA key is 1 or even'
  return hasRocaMark(modulus) ? 'an RSA key was made by a flawed generator (CVE-2017-15361)' : null
}

const isSound = (exponent: Uint8Array): boolean => bitLength(exponent) > 1 && ((exponent.at(-1) ?? 0) & 1) === 1

function whyNoCurve({ crv, x, y }: JsonObject, alg: Json | undefined): string | null {
  const algorithm = typeof crv === 'string' ? curves.get(crv) : undefined
  if (algorithm === undefined) return `curve ${JSON.stringify(crv)} is not used`
  if (typeof x !== 'string' || typeof y !== 'string') return 'a key on a curve lacks a coordinate'
  // RFC 7520 misspells "ES512" as "ES521".
  const meant = alg === 'ES521' ? 'ES512' : alg
  return meant === undefined || meant === algorithm
    ? null
    : `a key on ${String(crv)} is meant for ${JSON.stringify(alg)}`
}

const bitLength = (bytes: Uint8Array): number => {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24
}
