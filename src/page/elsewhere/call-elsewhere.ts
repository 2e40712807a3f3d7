import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, ACTING_AS_UID_HEADER } from '#facts/debug-api.ts'
import type { ServerElsewhere } from './server-elsewhere.ts'

/** The user that the server authenticates a token as; the anonymous user without a token. */
export interface Owner {
  readonly name: string
  readonly groups: readonly string[]
}

const ADMINISTRATORS = 'system:masters'

/** Headers that name the acting user to the page's own server. Other servers get impersonation headers instead. */
const own = [ACTING_AS_HEADER, ACTING_AS_GROUPS_HEADER, ACTING_AS_UID_HEADER]

/**
 * Replaces the headers of acting by those of impersonation, which the server authorizes. What the page reads by itself it
 * reads as the owner of the token, unless that is an administrator and may impersonate the page. [ELS2]
 */
export function impersonating(headers: Headers, owner: Owner): Headers {
  const sent = new Headers(headers)
  const name = sent.get(ACTING_AS_HEADER) ?? ''
  const groups = (sent.get(ACTING_AS_GROUPS_HEADER) ?? '').split(',').filter((group) => group !== '')
  for (const header of own) sent.delete(header)
  const isBeyond = groups.includes(ADMINISTRATORS) && !owner.groups.includes(ADMINISTRATORS)
  if (name === '' || name === owner.name || isBeyond || sent.has('impersonate-user')) return sent
  sent.set('impersonate-user', name)
  // A list in one header would be one name. The server adds the group of all authenticated users by itself.
  const [first] = groups.filter((group) => group !== 'system:authenticated')
  if (first !== undefined) sent.set('impersonate-group', first)
  return sent
}

/** Returns a `fetch` that sends requests for paths of the API to the server elsewhere. */
export function callElsewhere({ url, token }: ServerElsewhere, owner: Owner, network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const headers = impersonating(request.headers, owner)
    if (token !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const { method, signal } = request
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    return network(url + pathname + search, { method, headers, body, signal, credentials: 'omit', cache: 'no-store' })
  }
}
