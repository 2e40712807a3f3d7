import { rulesOf } from '#server/auth/rbac/escalation.ts'
import type { ReviewAccess, ReviewedRule } from '#server/registry/review-access.ts'
import type { Call } from './scope.ts'

/** Where nobody is asked, everybody may everything. */
const everything: readonly ReviewedRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/** The server's own stages of access, for the reviews of one call. [AC16] */
export function reviewAccess({ server, context }: Call): ReviewAccess {
  const { access } = server
  const { policy } = access
  // Without access rules the words are the journey's, not the reference's.
  const isQuiet = policy === null && !access.isConfigured
  return {
    caller: context.user,
    audiences: access.audiences,
    async decide(user, action) {
      const decision = await access.authorizer.authorize({ user, ...action })
      const { type, why, error = '' } = decision
      return { allowed: type === 'allowed', denied: type === 'denied', reason: isQuiet ? '' : why, error }
    },
    rules: async (namespace) =>
      policy === null ? { rules: everything, error: '' } : rulesOf(policy, context.user, namespace),
    sign: (claims) => access.tokens.sign({ iss: access.tokens.issuer, ...claims, jti: server.registry.uid() }),
    async authenticate(token, audiences) {
      const account = await access.tokens.userOf(token, audiences)
      if (account !== null) return account
      const common = audiences.filter((audience) => access.audiences.includes(audience))
      if (common.length === 0 || !isHeaderText(token)) return null
      const answer = await access.authenticator.authenticate(new Headers({ authorization: `Bearer ${token}` }))
      const isKnown = answer.type === 'user' && !answer.user.groups.includes('system:unauthenticated')
      return isKnown ? { user: answer.user, audiences: common } : null
    },
  }
}

/** Anything else can't stand in a header, so it is nobody's token. */
const isHeaderText = (token: string): boolean => /^[\x20-\x7e]*$/.test(token)
