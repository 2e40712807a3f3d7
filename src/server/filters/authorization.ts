import type { Attributes, Authorizer } from '#server/auth/authorizer.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import { internalError } from './internal-error.ts'
import type { Filter, RequestContext } from '#server/endpoints/request-context.ts'

/** Asks whether the caller may, before the body is read and before anybody looks whether there is such a path. [AU4] */
export const authorization =
  (authorizer: Authorizer, remember: (attributes: Attributes, isAllowed: boolean) => void): Filter =>
  (next) =>
  async (context) => {
    const attributes = toAttributes(context)
    const decision = await authorizer.authorize(attributes)
    remember(attributes, decision.type === 'allowed')
    const how = decision.by ?? decision.why
    if (decision.type !== 'allowed') {
      context.journey.add('authorization', 'refused', how)
      if (decision.error !== undefined) return internalError(context, decision.error)
      throw forbidden(attributes, decision.why)
    }
    context.journey.add('authorization', 'passed', how === '' ? 'allowed' : `allowed: ${how}`)
    return next(context)
  }

const toAttributes = ({ info, user }: RequestContext): Attributes => ({ user, ...info })
