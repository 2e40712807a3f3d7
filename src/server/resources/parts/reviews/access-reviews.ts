import { invalidObject } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { isNarrowed } from '#api/selectors/narrowing.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ReviewAccess, ReviewedAction, ReviewedUser } from '#server/registry/review-access.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import type {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReviewSpec,
} from '#server/kinds/types/authorization-v1.ts'
import { narrowingOf, selectorErrors, validateSelectors } from './selector-attributes.ts'

/** Returns the `spec` of an access review; the kinds share its type. */
export const specOf = (body: ApiObject): SubjectAccessReviewSpec => (body['spec'] ?? {}) as SubjectAccessReviewSpec

/** Refuses the review if there are errors. @throws ApiError Invalid */
export function refuse(errors: readonly FieldError[]): void {
  // The reference reports no kind and no name here.
  if (errors.length > 0) throw invalidObject({ group: 'authorization.orch.io', kind: '' }, '', errors)
}

/** Formats the value as the reference prints it. */
const printPath = ({ path = '', verb = '' }: NonResourceAttributes): { Path: string; Verb: string } => ({
  Path: path,
  Verb: verb,
})

/** Requires exactly one of the two kinds of attributes. */
export function validateAction({
  resourceAttributes: resource,
  nonResourceAttributes: path,
}: SubjectAccessReviewSpec): FieldError[] {
  const errors: FieldError[] = []
  if (resource !== undefined && path !== undefined) {
    const text = 'cannot be specified in combination with resourceAttributes'
    errors.push(invalid('spec.nonResourceAttributes', printPath(path), text))
  }
  if (resource === undefined && path === undefined) {
    const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
    errors.push(invalid('spec.resourceAttributes', null, text))
  }
  return errors
}

/** A review of another user must specify a user or a group. */
export const validateSubject = ({ user = '', groups }: SubjectAccessReviewSpec): readonly FieldError[] =>
  user === '' && (groups ?? []).length === 0
    ? [invalid('spec.user', '', 'at least one of user or group must be specified')]
    : []

/** Validates field and label selectors of the attributes. */
export const validateMore = ({ resourceAttributes }: SubjectAccessReviewSpec): readonly FieldError[] =>
  resourceAttributes === undefined ? [] : validateSelectors(resourceAttributes, 'spec.resourceAttributes')

/** A review has no metadata except managedFields, which the server sets. */
export function validateMetadata(
  definition: ResourceDefinition,
  body: ApiObject,
  allowed: readonly string[],
): readonly FieldError[] {
  const { metadata } = canonicalObject(definition, body)
  const others = Object.keys(metadata).filter((field) => field !== 'managedFields' && !allowed.includes(field))
  const text = allowed.length === 0 ? 'must be empty' : 'must be empty except for namespace'
  return others.length === 0 ? [] : [invalid('metadata', metadata, text)]
}

/** A local review is limited to resources of its namespace. */
export function validateLocal(
  { resourceAttributes, nonResourceAttributes }: SubjectAccessReviewSpec,
  { metadata }: ApiObject,
): readonly FieldError[] {
  const namespace = resourceAttributes?.namespace ?? ''
  const errors: FieldError[] = []
  if (resourceAttributes !== undefined && namespace !== (metadata.namespace ?? ''))
    errors.push(invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace'))
  if (nonResourceAttributes !== undefined) {
    const text = 'disallowed on this kind of request'
    errors.push(invalid('spec.nonResourceAttributes', printPath(nonResourceAttributes), text))
  }
  return errors
}

/** Returns the user that the review is about. */
export const subjectOf = ({ user = '', uid = '', groups, extra }: SubjectAccessReviewSpec): ReviewedUser => ({
  name: user,
  uid,
  groups: groups ?? [],
  extra: Object.fromEntries(Object.entries(extra ?? {}).map(([key, values]) => [key, values ?? []])),
})

/** Returns the review with its `status`: the decision of the authorizers for `user`. */
export async function answer(
  definition: ResourceDefinition,
  body: ApiObject,
  access: ReviewAccess,
  user: ReviewedUser,
): Promise<ApiObject> {
  const { resourceAttributes, nonResourceAttributes } = specOf(body)
  const action =
    resourceAttributes === undefined ? pathAction(nonResourceAttributes ?? {}) : toAction(resourceAttributes)
  const { allowed, denied, reason, error } = await access.decide(user, action)
  const selectors = resourceAttributes === undefined ? '' : selectorErrors(resourceAttributes)
  const evaluationError = error !== '' && selectors !== '' ? `[${error}, ${selectors}]` : error + selectors
  const status = { allowed, ...(denied ? { denied } : {}), reason, evaluationError }
  return canonicalObject(definition, { ...body, status })
}

const nothing = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '', path: '' }

const pathAction = ({ path = '', verb = '' }: NonResourceAttributes): ReviewedAction => ({
  ...nothing,
  isResource: false,
  path,
  verb,
})

function toAction(action: ResourceAttributes): ReviewedAction {
  const narrowing = narrowingOf(action)
  const { verb = '', version = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = action
  return {
    path: '',
    isResource: true,
    verb,
    group,
    resource,
    subresource,
    namespace,
    name,
    version: version === '' ? '*' : version,
    ...(isNarrowed(narrowing) ? { narrowing } : {}),
  }
}
