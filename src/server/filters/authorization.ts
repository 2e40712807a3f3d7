import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { Attributes, Authorizer } from '#server/auth/authorizer.ts'
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
    context.journey.add('authorization', 'passed', `allowed: ${decision.why}`)
    return next(context)
  }

const toAttributes = ({ info, user }: RequestContext): Attributes => ({ user, ...info })

/** 403 in the reference's words. */
function forbidden(attributes: Attributes, why: string): ApiError {
  const { user, verb, path, isResource, group, resource, subresource, namespace, name } = attributes
  const end = why === '' ? '' : `: ${why}`
  const who = `User ${JSON.stringify(user.name)} cannot`
  if (!isResource)
    return new ApiError('Forbidden', `forbidden: ${who} ${verb} path ${JSON.stringify(path)}${end}`, { details: {} })
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const text = `${who} ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${end}`
  return forbiddenRequest({ group, resource }, name, text)
}
