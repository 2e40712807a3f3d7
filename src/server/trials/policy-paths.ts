import type { Expression } from '#server/admission/chain/expression.ts'
import type { MutatingPolicy } from '#server/admission/policies/mutating-policy.ts'
import type { Policy } from '#server/admission/policies/policy.ts'
import type { PolicyParts } from '#server/admission/policies/policy-parts.ts'

/** Fields of a policy by its compiled expressions, as JSON pointers. */
export type ExpressionPointers = ReadonlyMap<Expression, string>

const listed = (list: readonly (Expression | null)[], pointer: (at: number) => string): [Expression, string][] =>
  list.flatMap((expression, at) => (expression === null ? [] : [[expression, pointer(at)]]))

const shared = ({ conditions, variables }: PolicyParts): [Expression, string][] => [
  ...listed(conditions, (at) => `/spec/matchConditions/${at}/expression`),
  ...listed(variables, (at) => `/spec/variables/${at}/expression`),
]

/** Returns the fields of a validating policy's expressions. */
export const validatingPointers = (policy: Policy): ExpressionPointers =>
  new Map([
    ...shared(policy),
    ...listed(
      policy.validations.map(({ expression }) => expression),
      (at) => `/spec/validations/${at}/expression`,
    ),
    ...listed(
      policy.validations.map(({ messageExpression }) => messageExpression),
      (at) => `/spec/validations/${at}/messageExpression`,
    ),
    ...listed(policy.annotations, (at) => `/spec/auditAnnotations/${at}/valueExpression`),
  ])

/** Returns the fields of a mutating policy's expressions. */
export const mutatingPointers = (policy: MutatingPolicy): ExpressionPointers =>
  new Map([
    ...shared(policy),
    ...policy.mutations.map((mutation, at): [Expression, string] => {
      const member = mutation.patchType === 'ApplyConfiguration' ? 'applyConfiguration' : 'jsonPatch'
      return [mutation, `/spec/mutations/${at}/${member}/expression`]
    }),
  ])
