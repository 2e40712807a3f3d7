import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { quoteGo } from '#go/quote.ts'
import type { Authentication, Authenticator } from './authenticator.ts'
import { serviceAccountGroups, serviceAccountUser } from './service-account-user.ts'
import { bearerToken } from './token-file.ts'
import type { TokenClaims, TokenSigner } from './service-account-tokens.ts'
import { authenticatedUser, type UserInfo } from './user-info.ts'

/** Finds a stored object of the core group, `null` for none. */
export type FindObject = (resource: string, namespace: string, name: string) => Promise<ApiObject | null>

interface Options {
  readonly signer: TokenSigner
  readonly nowMs: () => number
  readonly find: FindObject
}

/** A service account, and the requested audiences for which its token is valid. */
export interface TokenUser {
  readonly user: UserInfo
  readonly audiences: readonly string[]
}

/** The reason why a token of this server is not valid, in the reference's words. */
export interface RefusedToken {
  readonly error: string
}

const bindings = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const

/**
 * Returns the service account of a token. Its audiences, times and bound objects must all be valid. `null` for a
 * token of another issuer. [AC21]
 */
export async function serviceAccountOf(
  { signer, nowMs, find }: Options,
  token: string,
  audiences: readonly string[],
): Promise<TokenUser | RefusedToken | null> {
  const verified = await signer.verify(token)
  if (verified === null || 'error' in verified) return verified
  const { claims } = verified
  const common = audiences.filter((each) => claims.aud.includes(each))
  if (common.length === 0) {
    const [own, target] = [claims.aud, audiences].map((some) => `[${some.map((each) => quoteGo(each)).join(' ')}]`)
    return { error: `token audiences ${own} is invalid for the target audiences ${target}` }
  }
  const error = timeFault(claims, nowMs() / 1000) || (await bindingFault(find, claims, nowMs() / 1000))
  if (error !== '') return { error }
  const { namespace = '', serviceaccount } = claims['orch.io']
  return { user: toUser(claims, String(namespace), isObject(serviceaccount) ? serviceaccount : {}), audiences: common }
}

/**
 * In seconds. Allows for clock skew: a token remains valid this much longer than its expiry, and than the objects it
 * is bound to.
 */
const leewaySeconds = 60

function timeFault({ exp, nbf, iat }: TokenClaims, now: number): string {
  if (now + leewaySeconds < nbf) return 'service account token is not valid yet'
  if (now - leewaySeconds > exp) return 'service account token has expired'
  return now + leewaySeconds < iat ? 'service account token is issued in the future' : ''
}

const isGone = ({ metadata }: ApiObject, now: number): boolean =>
  metadata.deletionTimestamp !== undefined && Date.parse(metadata.deletionTimestamp) / 1000 < now - leewaySeconds

/** Returns which of the objects that the token is bound to is gone; `''` if none is. */
async function bindingFault(find: FindObject, claims: TokenClaims, now: number): Promise<string> {
  const own = claims['orch.io']
  const place = String(own.namespace ?? '')
  const account = isObject(own.serviceaccount) ? own.serviceaccount : {}
  const stored = await find('serviceaccounts', place, String(account.name))
  if (stored === null) return `serviceaccounts ${quoteGo(String(account.name))} not found`
  const { uid = '' } = stored.metadata
  if (isGone(stored, now)) return `service account ${place}/${String(account.name)} has been deleted`
  if (uid !== account.uid) return `service account UID (${uid}) does not match claim (${String(account.uid)})`
  return boundFault(find, own, now)
}

async function boundFault(find: FindObject, own: JsonObject, now: number): Promise<string> {
  for (const [part, resource] of Object.entries(bindings)) {
    const bound = own[part]
    // A pod's token also names its node, but the node does not bind the token: the pod does.
    if (!isObject(bound) || (part === 'node' && own.pod !== undefined)) continue
    const found = await find(resource, part === 'node' ? '' : String(own.namespace ?? ''), String(bound.name))
    // Sequential: the token is invalid as soon as one bound object is gone or was replaced under the same name.
    if (found === null || isGone(found, now)) return 'service account token has been invalidated'
    if (found.metadata.uid !== bound.uid)
      return `${part} UID (${found.metadata.uid ?? ''}) does not match service account ${part} ref claim (${String(bound.uid)})`
  }
  return ''
}

const boundKeys = [
  ['pod', 'authentication.orch.io/pod-name', 'authentication.orch.io/pod-uid'],
  ['node', 'authentication.orch.io/node-name', 'authentication.orch.io/node-uid'],
] as const

function toUser(claims: TokenClaims, namespace: string, account: JsonObject): UserInfo {
  const extra: Record<string, readonly string[]> = { 'authentication.orch.io/credential-id': [`JTI=${claims.jti}`] }
  for (const [part, nameKey, uidKey] of boundKeys) {
    const bound = claims['orch.io'][part]
    if (bound === undefined || !isObject(bound)) continue
    extra[nameKey] = [String(bound['name'])]
    if (bound['uid'] !== undefined) extra[uidKey] = [String(bound['uid'])]
  }
  const name = serviceAccountUser(namespace, String(account['name']))
  const user = authenticatedUser({ name, uid: String(account['uid']), groups: serviceAccountGroups(namespace) })
  return { ...user, extra }
}

/**
 * Authenticates service accounts by the tokens that this server issued. Tokens of other issuers are passed on. [AC21]
 */
export const serviceAccountAuthenticator = (options: Options, audiences: readonly string[]): Authenticator => ({
  authenticate(headers) {
    const token = bearerToken(headers)
    return token.split('.').length === 3 ? byToken(options, token, audiences) : { type: 'none' }
  },
})

async function byToken(options: Options, token: string, audiences: readonly string[]): Promise<Authentication> {
  const found = await serviceAccountOf(options, token, audiences)
  if (found === null) return { type: 'none' }
  return 'error' in found
    ? { type: 'refused', why: found.error, error: `[invalid bearer token, ${found.error}]` }
    : { type: 'user', user: found.user, by: 'a service account token' }
}
