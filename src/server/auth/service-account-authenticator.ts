import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Authenticator } from './authenticator.ts'
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

/** A service account, and for which of the audiences asked for its token is meant. */
export interface TokenUser {
  readonly user: UserInfo
  readonly audiences: readonly string[]
}

const bindings = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const

/** Whose token this is: its audiences, times and what it is bound to must all hold. `null` for nobody's. [AC21] */
export async function serviceAccountOf(
  { signer, nowMs, find }: Options,
  token: string,
  audiences: readonly string[],
): Promise<TokenUser | null> {
  const claims = await signer.verify(token)
  if (claims === null) return null
  const now = Math.floor(nowMs() / 1000)
  const common = audiences.filter((each) => claims.aud.includes(each))
  if (now >= claims.exp || now < claims.nbf || common.length === 0) return null
  const { namespace = '', serviceaccount } = claims['orch.io']
  const place = String(namespace)
  if (!(await isThere(find, 'serviceaccounts', place, serviceaccount))) return null
  for (const [part, resource] of Object.entries(bindings)) {
    const bound = claims['orch.io'][part]
    // In turn: one that is gone ends the token.
    if (bound !== undefined && !(await isThere(find, resource, part === 'node' ? '' : place, bound))) return null
  }
  return { user: toUser(claims, place, isObject(serviceaccount) ? serviceaccount : {}), audiences: common }
}

/** The very object that the token was made for, not another of its name, and not on its way out. */
async function isThere(find: FindObject, resource: string, namespace: string, bound: unknown): Promise<boolean> {
  if (!isObject(bound as JsonObject)) return false
  const { name, uid } = bound as JsonObject
  const found = await find(resource, namespace, String(name))
  return found !== null && found.metadata.uid === uid && found.metadata.deletionTimestamp === undefined
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
    extra[uidKey] = [String(bound['uid'])]
  }
  const name = serviceAccountUser(namespace, String(account['name']))
  const user = authenticatedUser({ name, uid: String(account['uid']), groups: serviceAccountGroups(namespace) })
  return { ...user, extra }
}

/** Knows service accounts by the tokens that this server made for them. Others' tokens are for those who come after. [AC21] */
export const serviceAccountAuthenticator = (options: Options, audiences: readonly string[]): Authenticator => ({
  async authenticate(headers) {
    const token = bearerToken(headers)
    if (token.split('.').length !== 3) return { type: 'none' }
    const found = await serviceAccountOf(options, token, audiences)
    if (found !== null) return { type: 'user', user: found.user, by: 'a service account token' }
    const isOurs = (await options.signer.verify(token)) !== null
    return isOurs ? { type: 'refused', why: 'a token that holds no longer, or not here' } : { type: 'none' }
  },
})
