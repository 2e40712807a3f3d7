import { badRequest } from '#api/api-error.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ReviewedRule } from '#server/registry/review-access.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import type { SelfSubjectRulesReviewSpec } from '#server/kinds/types/authorization-v1.ts'
import { authorizationV1 } from '#server/kinds/schemas/authorization-v1.ts'
import { authorizationV1beta1 } from '#server/kinds/schemas/authorization-v1beta1.ts'
import { review } from '#server/resources/parts/reviews/review-definition.ts'

/**
 * authorization.orch.io/v1 SelfSubjectRulesReview: lists the actions that the requester may do in a namespace. [AC15]
 */
export const selfsubjectrulesreviews: ResourceDefinition = review({
  group: 'authorization',
  types: [authorizationV1, authorizationV1beta1],
  kind: 'SelfSubjectRulesReview',
  run: async (body, _context, access) => {
    const { namespace = '' } = (body['spec'] ?? {}) as SelfSubjectRulesReviewSpec
    if (namespace === '') throw badRequest('no namespace on request')
    const { rules, isIncomplete, error } = await access.rules(namespace)
    const status = {
      resourceRules: rules.filter(({ resources }) => (resources ?? []).length > 0).map(toResourceRule),
      nonResourceRules: rules.filter(({ nonResourceURLs }) => (nonResourceURLs ?? []).length > 0).map(toPathRule),
      incomplete: isIncomplete,
      evaluationError: error,
    }
    const answer: ApiObject = { metadata: {}, spec: {}, status }
    return canonicalObject(selfsubjectrulesreviews, answer)
  },
})

const copy = (texts: readonly string[] | null | undefined): string[] => [...(texts ?? [])]

const toResourceRule = ({ verbs, apiGroups, resources, resourceNames }: ReviewedRule): JsonObject => ({
  verbs: copy(verbs),
  apiGroups: copy(apiGroups),
  resources: copy(resources),
  resourceNames: copy(resourceNames),
})

const toPathRule = ({ verbs, nonResourceURLs }: ReviewedRule): JsonObject => ({
  verbs: copy(verbs),
  nonResourceURLs: copy(nonResourceURLs),
})
