import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  answer,
  refuse,
  specOf,
  validateAction,
  validateMetadata,
  validateMore,
} from '#server/resources/parts/reviews/access-reviews.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'

/** authorization.orch.io/v1 SelfSubjectAccessReview: checks whether the requester may do an action. [AC16] */
export const selfsubjectaccessreviews: ResourceDefinition = review({
  group: 'authorization',
  kind: 'SelfSubjectAccessReview',
  run: async (body, _context, access) => {
    const spec = specOf(body)
    refuse([...validateAction(spec), ...validateMore(spec), ...validateMetadata(selfsubjectaccessreviews, body, [])])
    return answer(selfsubjectaccessreviews, body, access, access.caller)
  },
})
