import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { Attributes } from './authorizer.ts'

/**
 * The message of a 403: the user, the verb, the resource or path, and the authorizer's reason if it has one. [AU4]
 */
export function forbiddenText(attributes: Attributes, why: string): string {
  const { user, verb, path, isResource, group, resource, subresource, namespace } = attributes
  const end = why === '' ? '' : `: ${why}`
  const who = `User ${JSON.stringify(user.name)} cannot`
  if (!isResource) return `${who} ${verb} path ${JSON.stringify(path)}${end}`
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  return `${who} ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${end}`
}

/** Returns a 403 with the reference's message. [AU4] */
export function forbidden(attributes: Attributes, why: string): ApiError {
  const text = forbiddenText(attributes, why)
  return attributes.isResource
    ? forbiddenRequest({ group: attributes.group, resource: attributes.resource }, attributes.name, text)
    : new ApiError('Forbidden', `forbidden: ${text}`, { details: {} })
}
