import { isObject, type JsonObject } from '#api/json.ts'

/** What a token of this server says. Times are seconds since the epoch. */
export interface TokenClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly nbf: number
  readonly jti: string
  /** Namespace, service account and what else the token is bound to. */
  readonly 'orch.io': JsonObject
}

/** Makes and reads the server's own tokens: JSON Web Tokens, signed with ES256 by a key that is made at first use. [AC20] */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** `null` for a text that is no token of this server. Says nothing about times and audiences. */
  verify(token: string): Promise<TokenClaims | null>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** The key lives as long as the server: tokens end with it. */
export function createTokenSigner(): TokenSigner {
  let pair: Promise<CryptoKeyPair> | null = null
  const keys = (): Promise<CryptoKeyPair> => (pair ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']))
  const header = encode(JSON.stringify({ alg: 'ES256', typ: 'JWT' }))
  return {
    async sign(claims) {
      const content = `${header}.${encode(JSON.stringify(claims))}`
      const { privateKey } = await keys()
      const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(content))
      return `${content}.${toBase64Url(new Uint8Array(signature))}`
    },
    async verify(token) {
      const [head = '', body = '', signature = '', ...rest] = token.split('.')
      const bytes = fromBase64Url(signature)
      // Only what this server writes is read: another header could ask for another way to check.
      if (head !== header || rest.length > 0 || bytes === null) return null
      const { publicKey } = await keys()
      const content = new TextEncoder().encode(`${head}.${body}`)
      const isOurs = await crypto.subtle.verify(algorithm, publicKey, bytes, content)
      return isOurs ? readClaims(body) : null
    },
  }
}

function readClaims(body: string): TokenClaims | null {
  const bytes = fromBase64Url(body)
  if (bytes === null) return null
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  // Signed by this server, so it is what `sign` was given.
  return isObject(claims as JsonObject) ? (claims as TokenClaims) : null
}

const encode = (text: string): string => toBase64Url(new TextEncoder().encode(text))

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** `null` for what is not written exactly as this server writes it: one token has one text. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return toBase64Url(bytes) === text ? bytes : null
}
