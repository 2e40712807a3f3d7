import type { Attributes, Authorizer } from '#server/auth/authorizer.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import type { Filter, RequestContext } from '#server/endpoints/request-context.ts'

/** Asks whether the caller may, before the body is read and before anybody looks whether there is such a path. [AU4] */
export const authorization =
  (authorizer: Authorizer): Filter =>
  (next) =>
  async (context) => {
    const attributes = toAttributes(context)
    const decision = await authorizer.authorize(attributes)
    if (decision.type === 'denied') {
      context.journey.add('authorization', 'refused', decision.why)
      throw forbidden(attributes, decision.why)
    }
    context.journey.add('authorization', 'passed', decision.why === '' ? 'allowed' : `allowed: ${decision.why}`)
    return next(context)
  }

const toAttributes = ({ info, user }: RequestContext): Attributes => ({ user, ...info })
