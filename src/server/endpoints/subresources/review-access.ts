import { everything, joinErrors, type ResolvedRules } from '#server/auth/resolved-rules.ts'
import type { ReviewAccess, ReviewedRules } from '#server/registry/review-access.ts'
import type { Call } from '#server/endpoints/call/call.ts'

const toReviewed = ({ rules, isIncomplete, errors }: ResolvedRules): ReviewedRules => ({
  rules,
  isIncomplete,
  error: joinErrors(errors),
})

/** The server's authentication and authorization, for the access reviews of one call. [AC16] */
export function reviewAccess({ server, context }: Call): ReviewAccess {
  const { access } = server
  const { policy } = access
  // Without a configured authorizer, reasons are meant for the request trace only.
  const isQuiet = policy === null && !access.isConfigured
  return {
    caller: context.user,
    audiences: access.audiences,
    tokenSecondsMax: access.tokens.secondsMax,
    warn: (text) => context.warnings.add(text),
    async decide(user, action) {
      const decision = await access.authorizer.authorize({ user, ...action }, { trace: context.trace })
      const { type, why, error = '' } = decision
      return { allowed: type === 'allowed', denied: type === 'denied', reason: isQuiet ? '' : why, error }
    },
    rules: async (namespace) =>
      toReviewed((isQuiet ? null : await access.authorizer.rulesFor?.(context.user, namespace)) ?? everything),
    sign: (claims) => access.tokens.sign({ iss: access.tokens.issuer, ...claims, jti: server.registry.uid() }),
    async authenticate(token, audiences) {
      const account = await access.tokens.userOf(token, audiences)
      if (account !== null && 'error' in account) return { error: `[${invalidToken}, ${account.error}]` }
      if (account !== null) return account
      // As in the reference, an authenticator without audiences authenticates for the server's own.
      const common = audiences.filter((audience) => access.audiences.includes(audience))
      if (common.length === 0 || !isHeaderText(token)) return { error: invalidToken }
      const answer = await access.authenticator.authenticate(new Headers({ authorization: `Bearer ${token}` }))
      if (answer.type === 'refused') return { error: answer.error ?? invalidToken }
      if (answer.type === 'none' || answer.isUnconditional === true) return { error: invalidToken }
      const { user } = answer
      return user.groups.includes('system:unauthenticated') ? { error: invalidToken } : { user, audiences: common }
    },
  }
}

const invalidToken = 'invalid bearer token'

/** Other text cannot be sent in a header, so it cannot be a valid token. */
const isHeaderText = (token: string): boolean => /^[\x20-\x7e]*$/.test(token)
