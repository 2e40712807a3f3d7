import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { JsonObject } from '#api/json.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'

/** A token issuer for tests: keys, documents and tokens, with controls for failures. */
export interface TestIssuer {
  readonly url: string
  readonly fetch: OutboundFetch
  /** The requested URLs, in order. */
  readonly requested: readonly string[]
  readonly headers: Headers
  /** Responses by URL that replace the correct ones. */
  readonly overrides: Map<string, () => Response | Promise<Response>>
  token(claims: JsonObject, options?: { readonly kid?: string; readonly alg?: string }): Promise<string>
  /** Generates a new key that replaces all published ones. */
  rotate(kid: string): Promise<void>
}

/** Creates an issuer with one ES256 key. */
export async function testIssuer(url = 'https://issuer.example.test'): Promise<TestIssuer> {
  const requested: string[] = []
  const overrides: TestIssuer['overrides'] = new Map()
  const headers = new Headers({ 'content-type': 'application/json' })
  let keys: { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK }[] = []
  const make = async (kid: string): Promise<void> => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    keys = [{ kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }]
  }
  await make('key-1')
  const documents: Record<string, () => unknown> = {
    [`${url}/.well-known/openid-configuration`]: () => ({ issuer: url, jwks_uri: `${url}/keys` }),
    [`${url}/keys`]: () => ({ keys: keys.map(({ jwk }) => jwk) }),
  }
  return {
    url,
    requested,
    headers,
    overrides,
    rotate: make,
    async fetch(request) {
      requested.push(request.url)
      const override = overrides.get(request.url)
      if (override !== undefined) return override()
      const document = documents[request.url]
      return document === undefined ? new Response('', { status: 404 }) : Response.json(document(), { headers })
    },
    async token(claims, { kid = keys[0]?.kid ?? '', alg = 'ES256' } = {}) {
      const [key] = keys
      if (key === undefined) throw new Error('no key')
      return new SignJWT({ iss: url, aud: 'orch', sub: 'jane', exp: 4_102_444_800, ...claims })
        .setProtectedHeader({ alg, kid })
        .sign(key.privateKey)
    },
  }
}
