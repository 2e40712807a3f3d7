import type { Attributes } from './authorizer.ts'
import { serviceAccountGroups, serviceAccountUser, splitServiceAccountUser } from './service-account-user.ts'
import type { UserInfo } from './user-info.ts'

/** Header lines as sent on the wire, repeated names included. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** Header lines from `Headers`, which joins the values of repeated names: they are split again. */
export const headerLines = (headers: Headers): HeaderLines =>
  [...headers].flatMap(([name, value]) =>
    name.startsWith('impersonate-') ? value.split(', ').map((each) => [name, each] as const) : [[name, value] as const],
  )

/** One impersonated attribute. Each is authorized separately. */
export type ImpersonationPart =
  | { readonly type: 'user' | 'group' | 'uid'; readonly name: string }
  | { readonly type: 'service-account'; readonly namespace: string; readonly name: string }
  | { readonly type: 'extra'; readonly key: string; readonly name: string }

export type Impersonation =
  | { readonly type: 'none' }
  /** Groups, extras or a uid were requested without a user. `parts` is formatted as in the reference. */
  | { readonly type: 'without-user'; readonly parts: string }
  | { readonly type: 'parts'; readonly parts: readonly ImpersonationPart[] }

const extraPrefix = 'impersonate-extra-'
const authenticationGroup = 'authentication.orch.io'

const nobodyElse: Impersonation = { type: 'none' }
const isImpersonation = ([name]: HeaderLines[number]): boolean => /^impersonate-/i.test(name)

/** Reads the `Impersonate-` headers: user, groups, extras, uid, in the order in which they are authorized. [AC1] */
export function readImpersonation(lines: HeaderLines): Impersonation {
  if (!lines.some(isImpersonation)) return nobodyElse
  const valuesOf = (wanted: string): readonly string[] =>
    lines.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
  const parts: ImpersonationPart[] = []
  const [user = ''] = valuesOf('impersonate-user')
  if (user !== '') parts.push(userPart(user))
  for (const name of valuesOf('impersonate-group')) parts.push({ type: 'group', name })
  for (const [header, name] of lines) {
    const lower = header.toLowerCase()
    if (lower.startsWith(extraPrefix))
      parts.push({ type: 'extra', key: unescapeKey(lower.slice(extraPrefix.length)), name })
  }
  const [uid = ''] = valuesOf('impersonate-uid')
  if (uid !== '') parts.push({ type: 'uid', name: uid })
  if (parts.length === 0) return { type: 'none' }
  return user === '' ? { type: 'without-user', parts: `[${parts.map(printPart).join(' ')}]` } : { type: 'parts', parts }
}

function userPart(user: string): ImpersonationPart {
  const account = splitServiceAccountUser(user)
  return account === null ? { type: 'user', name: user } : { type: 'service-account', ...account }
}

/** Unescapes the key of an extra. A key with a malformed escape is used unchanged. */
function unescapeKey(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/**
 * Formats a part as the reference prints an ObjectReference: kind, namespace, name, uid, apiVersion, version, path.
 */
function printPart(part: ImpersonationPart): string {
  const fields = (kind: string, name: string, apiVersion: string, path = ''): string =>
    `{${[kind, '', name, '', apiVersion, '', path].join(' ')}}`
  const own = `${authenticationGroup}/v1`
  switch (part.type) {
    case 'extra':
      return fields('UserExtra', part.name, own, part.key)
    case 'uid':
      return fields('UID', part.name, own)
    case 'group':
      return fields('Group', part.name, '')
    case 'user':
    case 'service-account':
      return fields('User', part.name, '')
  }
}

/** The attributes to authorize for one impersonated attribute. [AC2] */
export function impersonationAttributes(part: ImpersonationPart, user: UserInfo): Attributes {
  const plain = { user, verb: 'impersonate', isResource: true, version: 'v1', subresource: '', namespace: '', path: '' }
  switch (part.type) {
    case 'user':
      return { ...plain, group: '', resource: 'users', name: part.name }
    case 'group':
      return { ...plain, group: '', resource: 'groups', name: part.name }
    case 'service-account':
      return { ...plain, group: '', resource: 'serviceaccounts', namespace: part.namespace, name: part.name }
    case 'extra':
      return { ...plain, group: authenticationGroup, resource: 'userextras', subresource: part.key, name: part.name }
    case 'uid':
      return { ...plain, group: authenticationGroup, resource: 'uids', name: part.name }
  }
}

const authenticated = 'system:authenticated'
const unauthenticated = 'system:unauthenticated'

/** Returns the impersonated user. [AC3] */
export function impersonatedUser(parts: readonly ImpersonationPart[]): UserInfo {
  const named = parts.flatMap((part) => (part.type === 'group' ? [part.name] : []))
  const extra = new Map<string, string[]>()
  let [name, uid, groups]: [string, string, readonly string[]] = ['', '', named]
  for (const part of parts) {
    if (part.type === 'user') name = part.name
    if (part.type === 'uid') uid = part.name
    if (part.type === 'extra') extra.set(part.key, [...(extra.get(part.key) ?? []), part.name])
    if (part.type === 'service-account') {
      name = serviceAccountUser(part.namespace, part.name)
      if (named.length === 0) groups = serviceAccountGroups(part.namespace)
    }
  }
  return { name, uid, groups: withEveryone(name, groups), extra: Object.fromEntries(extra) }
}

/**
 * Adds `system:authenticated` to all users except the anonymous one, unless the caller has requested one of the two
 * groups itself.
 */
function withEveryone(name: string, groups: readonly string[]): readonly string[] {
  if (name === 'system:anonymous') return groups.includes(unauthenticated) ? groups : [...groups, unauthenticated]
  return groups.includes(authenticated) || groups.includes(unauthenticated) ? groups : [...groups, authenticated]
}
