import { soon } from '#api/waiting/soon.ts'
import type { Authentication, Authenticator } from '#server/auth/authenticator.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import { superusers } from '#server/auth/rbac/rbac-authorizer.ts'
import { unionOfRules } from '#server/auth/resolved-rules.ts'
import { bearerToken } from '#server/auth/token-file.ts'
import type { Gate, Held } from '#api/loading/on-demand.ts'

/** The files that are being put in force. */
export type HeldAccess = Pick<Gate, 'held' | 'isOpen'>

/*
 * Access while the configuration files are being loaded at startup: requests that they could affect wait for them. [LD9]
 */

/** Waits before it reads a token, and before a caller without credentials passes. Others do not begin to load the files. */
export const heldAuthenticator = (authenticator: Authenticator, { held, isOpen }: HeldAccess): Authenticator => ({
  authenticate: (headers) =>
    isOpen() ? authenticator.authenticate(headers) : authenticateAfter(held, authenticator, headers),
})

async function authenticateAfter(held: Held, authenticator: Authenticator, headers: Headers): Promise<Authentication> {
  if (bearerToken(headers) !== '') await held()
  const answer = await authenticator.authenticate(headers)
  if (answer.type === 'none') await held()
  return answer
}

/** Waits before it authorizes anyone but administrators, who are allowed everything under any configuration. [AZ8] */
export const heldAuthorizer = (authorizer: Authorizer, held: Held): Authorizer => ({
  authorize: (attributes, context) =>
    soon(attributes.user.groups.includes(superusers) ? undefined : held(), () =>
      authorizer.authorize(attributes, context),
    ),
  async rulesFor(user, namespace) {
    await held()
    return (await authorizer.rulesFor?.(user, namespace)) ?? unionOfRules([])
  },
})
