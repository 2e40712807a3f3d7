import { toTimestamp } from '#server/registry/metadata/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { authenticationV1 } from '#server/kinds/schemas/authentication-v1.ts'
import { authenticationV1beta1 } from '#server/kinds/schemas/authentication-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'
import { toUserInfo } from '#server/resources/parts/reviews/user-info.ts'

/** authentication.orch.io/v1 SelfSubjectReview: returns the user info of the requester. [AC18] */
export const selfsubjectreviews: ResourceDefinition = review({
  group: 'authentication',
  types: [authenticationV1, authenticationV1beta1],
  kind: 'SelfSubjectReview',
  run: async (_body, { nowMs }, { caller }) =>
    canonicalObject(selfsubjectreviews, {
      metadata: { creationTimestamp: toTimestamp(nowMs) },
      status: { userInfo: toUserInfo(caller) },
    }),
})
