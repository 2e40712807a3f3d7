import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  answer,
  refuse,
  specOf,
  subjectOf,
  validateAction,
  validateMetadata,
  validateMore,
  validateSubject,
} from '#server/resources/parts/reviews/access-reviews.ts'
import { authorizationV1 } from '#server/kinds/schemas/authorization-v1.ts'
import { authorizationV1beta1 } from '#server/kinds/schemas/authorization-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'

/** authorization.orch.io/v1 SubjectAccessReview: checks whether a user may do an action. [AC16] */
export const subjectaccessreviews: ResourceDefinition = review({
  group: 'authorization',
  types: [authorizationV1, authorizationV1beta1],
  kind: 'SubjectAccessReview',
  run: async (body, _context, access) => {
    const spec = specOf(body)
    refuse([
      ...validateAction(spec),
      ...validateSubject(spec),
      ...validateMore(spec),
      ...validateMetadata(subjectaccessreviews, body, []),
    ])
    return answer(subjectaccessreviews, body, access, subjectOf(spec))
  },
})
