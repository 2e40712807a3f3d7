import { bytesToHex } from '@noble/hashes/utils.js'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { JsonObject } from '#api/json.ts'
import type { MintRequest, TokenAlgorithm, WorldIssuer } from '#facts/world-api.ts'
import { encodeBase64 } from '#go/base64.ts'

/** A stored key: its private half as a JSON Web Key. */
export interface IssuerKey {
  readonly kid: string
  readonly alg: TokenAlgorithm
  readonly createdMs: number
  readonly privateJwk: JWK
}

export interface IssuerRecord {
  readonly name: string
  readonly url: string
  readonly keys: readonly IssuerKey[]
  readonly sample: JsonObject
}

/** Creates a key pair with a key id of its algorithm and a random suffix. */
export async function makeKey(alg: TokenAlgorithm, nowMs: number): Promise<IssuerKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const ending = bytesToHex(crypto.getRandomValues(new Uint8Array(4)))
  return {
    kid: `${alg.toLowerCase()}-${ending}`,
    alg,
    createdMs: nowMs,
    privateJwk: await exportJWK(privateKey),
  }
}

const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const

const publicKey = ({ kid, alg, privateJwk }: IssuerKey): JWK => ({
  ...Object.fromEntries(
    publicMembers.flatMap((name) => (privateJwk[name] === undefined ? [] : [[name, privateJwk[name]]])),
  ),
  kid,
  alg,
  use: 'sig',
})

/** Answers as an issuer: its discovery document and its keys. OpenID Connect Discovery 1.0. [WO1] */
export function answerAsIssuer({ url, keys }: IssuerRecord, path: string): Response {
  if (path === '/.well-known/openid-configuration')
    return Response.json({
      issuer: url,
      jwks_uri: `${url}/keys`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...new Set(keys.map(({ alg }) => alg))],
    })
  if (path === '/keys') return Response.json({ keys: keys.map(publicKey) })
  return new Response('not found', { status: 404 })
}

const hourSeconds = 3600

/** Signs a token, or makes an invalid one. [WO2] */
export async function mint(issuer: IssuerRecord, request: MintRequest, nowMs: number): Promise<string> {
  const key = request.kid === undefined ? issuer.keys[0] : issuer.keys.find(({ kid }) => kid === request.kid)
  if (key === undefined) throw new Error(`issuer ${issuer.name} has no key ${request.kid ?? ''}`)
  const now = Math.floor(nowMs / 1000)
  const claims: JsonObject = { iss: issuer.url, iat: now, exp: now + hourSeconds, ...request.claims }
  const header = { alg: key.alg, kid: key.kid, typ: 'JWT', ...request.header }
  if (request.forgery === 'unsigned') return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`
  const signing = request.forgery === 'foreign-key' ? await makeKey(key.alg, nowMs) : key
  const secret = await importJWK(signing.privateJwk, key.alg)
  const token = await new SignJWT(claims).setProtectedHeader(header).sign(secret)
  if (request.forgery !== 'changed-claims') return token
  const [head = '', , signature = ''] = token.split('.')
  return `${head}.${encode({ ...claims, groups: ['system:masters'] })}.${signature}`
}

const encode = (value: object): string => encodeBase64(new TextEncoder().encode(JSON.stringify(value)), 'raw-url')

export const describeIssuer = ({ name, url, keys, sample }: IssuerRecord): WorldIssuer => ({
  name,
  url,
  sample,
  keys: keys.map(({ kid, alg, createdMs }) => ({ kid, alg, createdMs })),
})
