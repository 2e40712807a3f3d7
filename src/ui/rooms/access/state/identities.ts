import type { TokenTrial, TrialUser } from '#facts/config-api.ts'
import type { Actor } from '#ui/model/api.ts'

/** A possible sender of requests. */
export interface Identity {
  /** Source and name; stable while the page is open. */
  readonly id: string
  readonly source: 'session' | 'seen' | 'service' | 'token' | 'none'
  readonly user: TrialUser
  /** The bearer token, `''` for none. */
  readonly token: string
  /** Expiry of the token; `null` without a token or without an expiry. */
  readonly expiresMs: number | null
  /** The reason why the running configuration does not authenticate the token; `''` if it does. */
  readonly error: string
}

/** A token minted on this page, with the result of its trial. */
export interface MadeToken {
  readonly id: string
  readonly token: string
  readonly issuer: string
  readonly trial: TokenTrial
}

interface Known {
  readonly people: readonly Actor[]
  /** User names of past requests, as the server reported them. */
  readonly seen: readonly string[]
  readonly accounts: readonly { readonly namespace: string; readonly name: string }[]
  readonly tokens: readonly MadeToken[]
}

const everyone = 'system:authenticated'
const plainUser = (name: string, groups: readonly string[]): TrialUser => ({ name, uid: '', groups, extra: {} })

const bare = (id: string, source: Identity['source'], user: TrialUser): Identity => ({
  id,
  source,
  user,
  token: '',
  expiresMs: null,
  error: '',
})

/** Returns all identities: users of the page, tokens, users of past requests, service accounts, and anonymous. [AR5] */
export function listIdentities({ people, seen, accounts, tokens }: Known): readonly Identity[] {
  const names = new Set([...people.map(({ name }) => name), ...tokens.map(({ trial }) => trial.user?.name ?? '')])
  const others = seen.filter((name) => !name.startsWith('system:') && !names.has(name))
  return [
    ...people.map(({ name, groups }) => bare(`session/${name}`, 'session', plainUser(name, groups))),
    ...tokens.map(ofToken),
    ...[...new Set(others)].map((name) => bare(`seen/${name}`, 'seen', plainUser(name, [everyone]))),
    ...accounts.map(({ namespace, name }) =>
      bare(`service/${namespace}/${name}`, 'service', serviceAccount(namespace, name)),
    ),
    bare('none/anonymous', 'none', plainUser('system:anonymous', ['system:unauthenticated'])),
  ]
}

const serviceAccount = (namespace: string, name: string): TrialUser =>
  plainUser(`system:serviceaccount:${namespace}:${name}`, [
    'system:serviceaccounts',
    `system:serviceaccounts:${namespace}`,
    everyone,
  ])

function ofToken({ id, token, issuer, trial }: MadeToken): Identity {
  const expires = trial.claims?.['exp']
  const subject = trial.claims?.['sub']
  const named = typeof subject === 'string' ? subject : `a token of ${issuer}`
  return {
    id: `token/${id}`,
    source: 'token',
    user: trial.user ?? plainUser(named, []),
    token,
    expiresMs: typeof expires === 'number' ? expires * 1000 : null,
    error: trial.user === null ? trial.error : '',
  }
}

/** Returns the label next to the name: the source, and the remaining lifetime of a token. */
export function sourceWords({ source, expiresMs, error }: Identity, nowMs: number): string {
  switch (source) {
    case 'session':
      return 'session'
    case 'seen':
      return 'seen'
    case 'service':
      return 'service'
    case 'none':
      return 'no token'
    case 'token':
      return error === '' ? `JWT${expiresMs === null ? '' : `, ${lifeWords(expiresMs - nowMs)}`}` : 'JWT, refused'
  }
}

/** Returns the number of expired tokens. When it changes, the trials of tokens are repeated. */
export const endedCount = (tokens: readonly MadeToken[], nowMs: number): number =>
  tokens.filter(({ trial }) => {
    const expires = trial.claims?.['exp']
    return typeof expires === 'number' && expires * 1000 <= nowMs
  }).length

/** Formats a remaining lifetime: in minutes up to two hours; `expired` when it is over. */
export function lifeWords(leftMs: number): string {
  if (leftMs <= 0) return 'expired'
  if (leftMs < 60_000) return `${Math.ceil(leftMs / 1000)} s`
  const minutes = Math.floor(leftMs / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** Returns the second line: the significant groups, or the namespace of a service account. */
export function groupWords({ source, user, error }: Identity): string {
  if (source === 'service') return user.name.split(':')[2] ?? ''
  if (source === 'seen') return 'groups unknown'
  if (error !== '') return error
  const reported = user.groups.filter((group) => group !== everyone)
  return reported.length === 0 ? 'no groups' : reported.join(', ')
}

/** Returns the actor for requests of an identity, with its token if it has one. */
export const actorOf = ({ user, token }: Identity): Actor => ({
  name: user.name,
  groups: user.groups,
  ...(token === '' ? {} : { token }),
})

/** Returns the reason why the page cannot act as this identity; `''` when it can. */
export function cannotAct({ source, error, expiresMs }: Identity, nowMs: number): string {
  if (source === 'none') return 'The transport of this page always sends a user.'
  if (error !== '') return 'The server does not accept this token.'
  return expiresMs !== null && expiresMs <= nowMs ? 'This token has expired.' : ''
}
