import { badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { TokenReviewSpec, TokenReviewStatus } from '#server/kinds/types/authentication-v1.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { authenticationV1 } from '#server/kinds/schemas/authentication-v1.ts'
import { authenticationV1beta1 } from '#server/kinds/schemas/authentication-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'
import { toUserInfo } from '#server/resources/parts/reviews/user-info.ts'

/** authentication.orch.io/v1 TokenReview: authenticates a token for the given audiences. [AC19] */
export const tokenreviews: ResourceDefinition = review({
  group: 'authentication',
  types: [authenticationV1, authenticationV1beta1],
  kind: 'TokenReview',
  run: async (body, _context, access) => {
    const { token = '', audiences } = (body['spec'] ?? {}) as TokenReviewSpec
    if (token === '') throw badRequest('token is required for TokenReview in authentication')
    const wanted = (audiences ?? []).length === 0 ? access.audiences : (audiences ?? [])
    const found = await access.authenticate(token, wanted)
    const sent = (body['status'] ?? {}) as TokenReviewStatus
    const status: JsonObject =
      'error' in found
        ? { ...sent, authenticated: false, error: found.error }
        : { ...sent, authenticated: true, user: toUserInfo(found.user), audiences: [...found.audiences] }
    return canonicalObject(tokenreviews, { ...body, status })
  },
})
