import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { localsubjectaccessreviews, selfsubjectaccessreviews, subjectaccessreviews } from './reviews/access-reviews.ts'
import { selfsubjectreviews, tokenreviews } from './reviews/identity-reviews.ts'
import { selfsubjectrulesreviews } from './reviews/rules-review.ts'

/** Questions about who somebody is and what they may; nothing is stored. */
export const reviews: readonly ResourceDefinition[] = [
  localsubjectaccessreviews,
  selfsubjectaccessreviews,
  selfsubjectreviews,
  selfsubjectrulesreviews,
  subjectaccessreviews,
  tokenreviews,
]
