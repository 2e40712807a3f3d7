import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, ACTING_AS_UID_HEADER } from '#facts/debug-api.ts'
import type { Authenticator } from './authenticator.ts'
import { anonymous, authenticatedUser } from './user-info.ts'

const BY = "the page's transport"

/**
 * Trusts the header in which the page's own transport names the user it acts for. Never use it for a server on a
 * network. [AU2]
 */
export const actingAs: Authenticator = {
  authenticate(headers) {
    const name = headers.get(ACTING_AS_HEADER) ?? ''
    if (name === '') return { type: 'none' }
    // Nobody is authenticated as the user of requests without credentials.
    if (name === anonymous.name) return { type: 'user', user: anonymous, by: BY }
    const uid = headers.get(ACTING_AS_UID_HEADER) ?? ''
    const groups = (headers.get(ACTING_AS_GROUPS_HEADER) ?? '')
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '')
    return { type: 'user', user: authenticatedUser({ name, uid, groups }), by: BY }
  },
}
