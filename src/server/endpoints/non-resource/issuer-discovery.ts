import type { ServiceAccountTokens } from '#server/auth/access.ts'
import { acceptsOneOf } from '#server/endpoints/responses/negotiation.ts'
import { noSuchMethod, noSuchPath, wrongAnswerType } from '#server/endpoints/call/path-errors.ts'
import type { RequestContext } from '#server/request/request-context.ts'

const documentPath = '/.well-known/openid-configuration'
const keysPath = '/openid/v1/jwks'
const keysType = 'application/jwk-set+json'

/** The paths of the issuer's documents. */
export const issuerPaths: readonly string[] = [documentPath, keysPath]

/**
 * Serves the discovery document and the public key of the server's tokens, with which others verify them. `null` for
 * other paths. [AC24]
 */
export async function issuerDocuments(
  { info, request }: RequestContext,
  { issuer, jwksUri, publicKey }: ServiceAccountTokens,
): Promise<Response | null> {
  const path = info.path.replace(/\/+$/, '')
  if (issuerPaths.some((each) => path.startsWith(`${each}/`))) throw noSuchPath()
  if (!issuerPaths.includes(path)) return null
  if (request.method !== 'GET') throw noSuchMethod()
  const produced = [path === keysPath ? keysType : 'application/json']
  if (!acceptsOneOf(request.headers.get('accept') ?? '', produced)) throw wrongAnswerType(produced)
  const { alg, kid, jwk } = await publicKey()
  if (path === keysPath) {
    // In the reference's order.
    const { kty, crv, x, y, n, e } = jwk
    return answer(keysType, { keys: [{ use: 'sig', kty, kid, crv, alg, x, y, n, e }] })
  }
  return answer('application/json', {
    issuer,
    jwks_uri: jwksUri === '' ? `${new URL(request.url).origin}${keysPath}` : jwksUri,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [alg],
  })
}

const answer = (type: string, value: object): Response =>
  new Response(JSON.stringify(value), { headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' } })
