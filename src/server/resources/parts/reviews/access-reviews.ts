import { invalidObject } from '#api/api-error.ts'
import { type FieldError, invalid } from '#api/field-error.ts'
import { isNarrowed } from '#api/narrowing.ts'
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

/** The `spec` of any access review; the three kinds share its type. */
export const specOf = (body: ApiObject): SubjectAccessReviewSpec => (body['spec'] ?? {}) as SubjectAccessReviewSpec

/** @throws ApiError Invalid when there are errors. */
export function refuse(errors: readonly FieldError[]): void {
  // The reference names no kind and no object here.
  if (errors.length > 0) throw invalidObject({ group: 'authorization.orch.io', kind: '' }, '', errors)
}

/** The value as the reference prints it. */
const printPath = ({ path = '', verb = '' }: NonResourceAttributes): { Path: string; Verb: string } => ({
  Path: path,
  Verb: verb,
})

/** Exactly one of the two kinds of attributes must be there. */
export function validateAction({ resourceAttributes: resource, nonResourceAttributes: path }: SubjectAccessReviewSpec) {
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

/** A review about somebody else must name a user or a group. */
export const validateSubject = ({ user = '', groups }: SubjectAccessReviewSpec): readonly FieldError[] =>
  user === '' && (groups ?? []).length === 0
    ? [invalid('spec.user', '', 'at least one of user or group must be specified')]
    : []

/** Field and label selectors of the attributes. */
export const validateMore = ({ resourceAttributes }: SubjectAccessReviewSpec): readonly FieldError[] =>
  resourceAttributes === undefined ? [] : validateSelectors(resourceAttributes, 'spec.resourceAttributes')

/** A review carries no metadata of its own but managed fields, which the server sets. */
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

/** A local review concerns resources of its own namespace only. */
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

/** The user whom the review is about. */
export const subjectOf = ({ user = '', uid = '', groups, extra }: SubjectAccessReviewSpec): ReviewedUser => ({
  name: user,
  uid,
  groups: groups ?? [],
  extra: Object.fromEntries(Object.entries(extra ?? {}).map(([key, values]) => [key, values ?? []])),
})

/** The review with its `status`: what the authorizers decide about `user`. */
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
