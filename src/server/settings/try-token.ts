import type { TokenTrial, TrialStep } from '#facts/config-api.ts'
import type { AuthenticationSettings } from '#server/auth/access-settings.ts'
import { readCompactToken } from '#server/auth/jwt/compact-token.ts'
import type { JwtAuthenticator } from '#server/auth/jwt/jwt-authenticator.ts'
import type { Outbound } from '#server/auth/outbound.ts'
import { authenticatedUser } from '#server/auth/user-info.ts'

/** Creates the authenticators of a draft and attempts discovery once. The caller stops them. */
export async function authenticatorsOf(
  outbound: Outbound,
  { jwt, authenticate }: AuthenticationSettings,
): Promise<readonly JwtAuthenticator[]> {
  const begun = jwt.map((config) => authenticate({ outbound, config }))
  await Promise.all(begun.map(({ ready }) => ready))
  return begun
}

/** Authenticates a token with each authenticator and returns the steps. [LD5] */
export async function tryToken(authenticators: readonly JwtAuthenticator[], token: string): Promise<TokenTrial> {
  const steps: TrialStep[] = []
  const decoded = readCompactToken(token)
  const parts = 'value' in decoded ? decoded.value : { header: null, claims: null }
  const base = { steps, header: parts.header, claims: parts.claims }
  for (const [authenticator, each] of authenticators.entries()) {
    // Sequential, as for requests.
    const answer = await each.authenticate(token, ({ field, ...step }) =>
      steps.push({ ...step, authenticator, field: field === undefined ? '' : `jwt[${authenticator}].${field}` }),
    )
    if (answer.type === 'error') return { ...base, user: null, error: answer.error }
    if (answer.type === 'user') {
      const user = { ...authenticatedUser(answer.user), extra: answer.user.extra }
      return { ...base, user, error: '' }
    }
    const detail = `the token is not from ${each.issuer}`
    steps.push({ authenticator, step: 'issuer', outcome: 'skipped', detail, field: `jwt[${authenticator}].issuer.url` })
  }
  const why = 'error' in decoded ? decoded.error : 'no authenticator takes it'
  return { ...base, user: null, error: why }
}
