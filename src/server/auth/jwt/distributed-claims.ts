import { errorText } from '#api/error-text.ts'
import { isObject, type JsonObject, own } from '#api/json.ts'
import { callOut, type Outbound } from '#server/auth/outbound.ts'
import { readCompactToken, type Result, untrustedIssuer } from './compact-token.ts'

const limits = { timeoutMs: 30_000, maxBytes: 1024 * 1024 }

/** Verifies a token of any issuer and returns its claims. */
export type VerifyForeign = (token: string, issuer: string) => Promise<Result<JsonObject>>

/**
 * Returns the claims with `name` fetched from the endpoint that the token names (distributed claims). Unchanged if
 * the claim is present or no endpoint is named. OpenID Connect Core 5.6.2. [JW16]
 */
export async function expandClaim(
  outbound: Outbound,
  claims: JsonObject,
  name: string,
  verify: VerifyForeign,
): Promise<Result<JsonObject>> {
  if (own(claims, name) !== undefined) return { value: claims }
  const source = sourceOf(claims, name)
  if (source === null) return { value: claims }
  const endpoint = source['endpoint']
  // Aggregated claims are not resolved.
  if (typeof endpoint !== 'string' || endpoint === '') return { value: claims }
  const found = await fetchClaim(outbound, endpoint, source['access_token'], verify)
  if ('error' in found) return { error: `oidc: could not expand distributed claims: ${found.error}` }
  const value = own(found.value, name)
  return value === undefined
    ? {
        error: `oidc: could not expand distributed claims: jwt returned by distributed claim endpoint ${JSON.stringify(endpoint)} did not contain claim: ${name}`,
      }
    : { value: { ...claims, [name]: value } }
}

function sourceOf(claims: JsonObject, name: string): JsonObject | null {
  const names = claims['_claim_names']
  const sources = claims['_claim_sources']
  const source = isObject(names) ? own(names, name) : undefined
  const found = isObject(sources) && typeof source === 'string' ? own(sources, source) : undefined
  return isObject(found) ? found : null
}

async function fetchClaim(
  outbound: Outbound,
  endpoint: string,
  accessToken: unknown,
  verify: VerifyForeign,
): Promise<Result<JsonObject>> {
  const authorization =
    typeof accessToken === 'string' && accessToken !== '' ? [['authorization', `Bearer ${accessToken}`]] : []
  let answer
  try {
    answer = await callOut(
      outbound,
      endpoint,
      { headers: Object.fromEntries(authorization) as Record<string, string> },
      limits,
    )
  } catch (error) {
    return { error: errorText(error) }
  }
  if (answer.status !== 200) return { error: `GET ${JSON.stringify(endpoint)}: status ${answer.status}` }
  const text = answer.text.trim()
  const issuer = untrustedIssuer(text)
  const token = readCompactToken(text)
  if (issuer === null || 'error' in token)
    return { error: `claim endpoint returned no token: ${'error' in token ? token.error : 'it names no issuer'}` }
  const verified = await verify(text, issuer)
  return 'error' in verified ? { error: `verify distributed claim token: ${verified.error}` } : verified
}
