import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  answer,
  refuse,
  specOf,
  subjectOf,
  validateAction,
  validateLocal,
  validateMetadata,
  validateMore,
  validateSubject,
} from '#server/resources/parts/reviews/access-reviews.ts'
import { authorizationV1 } from '#server/kinds/schemas/authorization-v1.ts'
import { authorizationV1beta1 } from '#server/kinds/schemas/authorization-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'

/**
 * authorization.orch.io/v1 LocalSubjectAccessReview: checks whether a user may do an action in one namespace. [AC16]
 */
export const localsubjectaccessreviews: ResourceDefinition = review({
  group: 'authorization',
  types: [authorizationV1, authorizationV1beta1],
  kind: 'LocalSubjectAccessReview',
  namespaced: true,
  run: async (body, _context, access) => {
    const spec = specOf(body)
    const errors = [...validateAction(spec), ...validateSubject(spec), ...validateMore(spec)]
    refuse([
      ...errors,
      ...validateMetadata(localsubjectaccessreviews, body, ['namespace']),
      ...validateLocal(spec, body),
    ])
    return answer(localsubjectaccessreviews, body, access, subjectOf(spec))
  },
})
