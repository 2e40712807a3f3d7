import type { JsonObject } from '#api/json.ts'
import type { Attributes } from '#server/auth/authorizer.ts'
import { narrowingFields } from './narrowing-fields.ts'
import type { ReviewVersion } from './webhook-config.ts'

type Fields = readonly (readonly [name: string, value: string | readonly string[] | JsonObject | undefined])[]

/** Omits empty fields, as Go's `omitempty` does. */
const filled = (fields: Fields): JsonObject =>
  Object.fromEntries(
    fields.filter(([, value]) => value !== undefined && (typeof value === 'object' || value !== '')),
  ) as JsonObject

/** The resource attributes or the non-resource attributes of the request. */
function questionOf(attributes: Attributes): readonly [string, JsonObject] {
  const { isResource, verb, path, namespace, group, version, resource, subresource, name } = attributes
  if (!isResource)
    return [
      'nonResourceAttributes',
      filled([
        ['path', path],
        ['verb', verb],
      ]),
    ]
  const fields: Fields = [
    ['namespace', namespace],
    ['verb', verb],
    ['group', group],
    ['version', version],
    ['resource', resource],
    ['subresource', subresource],
    ['name', name],
    ...narrowingFields(attributes),
  ]
  return ['resourceAttributes', filled(fields)]
}

/** The user's extra attributes with sorted keys, so that equal users serialize to equal texts. */
function extraOf({ extra }: Attributes['user']): JsonObject | undefined {
  const entries = Object.entries(extra).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as JsonObject)
}

/** The spec of the review that is sent to a webhook. v1beta1 names the groups `group`. [AZ3] */
export function reviewSpec(attributes: Attributes, version: ReviewVersion): JsonObject {
  const { user } = attributes
  const [part, question] = questionOf(attributes)
  return filled([
    [part, question],
    ['user', user.name],
    [version === 'v1' ? 'groups' : 'group', user.groups.length === 0 ? undefined : user.groups],
    ['extra', extraOf(user)],
    ['uid', user.uid],
  ])
}

/** The whole review, in the member order of Go's encoder. */
export const reviewOf = (spec: JsonObject, version: ReviewVersion): JsonObject => ({
  kind: 'SubjectAccessReview',
  apiVersion: `authorization.orch.io/${version}`,
  metadata: { creationTimestamp: null },
  spec,
  status: { allowed: false },
})

/**
 * The review's spec as match conditions see it: v1, with every string and list of its resource or non-resource
 * attributes present. [AZ2]
 */
export function matchVariable(attributes: Attributes): JsonObject {
  const { isResource, user, verb, path, namespace, group, version, resource, subresource, name } = attributes
  const question: JsonObject = isResource
    ? {
        resourceAttributes: {
          namespace,
          verb,
          group,
          version,
          resource,
          subresource,
          name,
          ...(Object.fromEntries(narrowingFields(attributes)) as JsonObject),
        },
      }
    : { nonResourceAttributes: { path, verb } }
  return {
    user: user.name,
    uid: user.uid,
    groups: [...user.groups],
    extra: (extraOf(user) ?? {}) as JsonObject,
    ...question,
  }
}
