import type { Authorizer } from '#server/auth/authorizer.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import { impersonatedUser, impersonationAttributes, readImpersonation } from '#server/auth/impersonation.ts'
import type { Filter, Handler, RequestContext } from '#server/request/request-context.ts'
import { internalError } from './internal-error.ts'

/**
 * Impersonates another user for callers that are authorized to: from here on the request is that user's. [AC1] [AC2]
 * [AC3]
 */
export const impersonation =
  (authorizer: Authorizer): Filter =>
  (next) =>
  (context) => {
    const wanted = readImpersonation(context.headerLines)
    return wanted.type === 'none' ? next(context) : actAs(authorizer, wanted, context, next)
  }

async function actAs(
  authorizer: Authorizer,
  wanted: Exclude<ReturnType<typeof readImpersonation>, { readonly type: 'none' }>,
  context: RequestContext,
  next: Handler,
): Promise<Response> {
  if (wanted.type === 'without-user')
    return internalError(context, `requested ${wanted.parts} without impersonating a user`)
  for (const part of wanted.parts) {
    const attributes = impersonationAttributes(part, context.user)
    // Sequential: the first missing permission is the one that is reported.
    const decision = await authorizer.authorize(attributes, { trace: context.trace })
    if (decision.type === 'allowed') continue
    context.requestTrace.add('authorization', 'refused', `may not act as ${part.name}`)
    throw forbidden(attributes, decision.why)
  }
  const user = impersonatedUser(wanted.parts)
  context.requestTrace.add('authentication', 'passed', `${context.user.name} acts as ${user.name}`)
  context.outcome.actor = user.name
  return next({ ...context, user })
}
