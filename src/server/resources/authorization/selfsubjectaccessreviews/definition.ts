import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import {
  answer,
  refuse,
  specOf,
  validateAction,
  validateMetadata,
  validateMore,
} from '#server/resources/parts/reviews/access-reviews.ts'
import { authorizationV1 } from '#server/kinds/schemas/authorization-v1.ts'
import { authorizationV1beta1 } from '#server/kinds/schemas/authorization-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'

/** authorization.orch.io/v1 SelfSubjectAccessReview: checks whether the requester may do an action. [AC16] */
export const selfsubjectaccessreviews: ResourceDefinition = review({
  group: 'authorization',
  types: [authorizationV1, authorizationV1beta1],
  kind: 'SelfSubjectAccessReview',
  run: async (body, _context, access) => {
    const spec = specOf(body)
    refuse([...validateAction(spec), ...validateMore(spec), ...validateMetadata(selfsubjectaccessreviews, body, [])])
    return answer(selfsubjectaccessreviews, body, access, access.caller)
  },
})
