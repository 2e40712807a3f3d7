import { soon } from '#api/waiting/soon.ts'
import type { Authentication, Authenticator } from '#server/auth/authenticator.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import { superusers } from '#server/auth/rbac/rbac-authorizer.ts'
import { unionOfRules } from '#server/auth/resolved-rules.ts'
import { bearerToken } from '#server/auth/token-file.ts'
import type { Held } from '#api/loading/on-demand.ts'

/*
 * Access while the configuration files are being loaded at startup: requests that they could affect wait for them. [LD9]
 */

/** Waits before it reads a token, and before a caller without credentials passes. */
export const heldAuthenticator = (authenticator: Authenticator, held: Held): Authenticator => ({
  authenticate(headers) {
    const waiting = held()
    return waiting === undefined
      ? authenticator.authenticate(headers)
      : authenticateAfter(waiting, authenticator, headers)
  },
})

async function authenticateAfter(
  waiting: Promise<void>,
  authenticator: Authenticator,
  headers: Headers,
): Promise<Authentication> {
  if (bearerToken(headers) !== '') await waiting
  const answer = await authenticator.authenticate(headers)
  if (answer.type === 'none') await waiting
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
