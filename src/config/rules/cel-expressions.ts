import type { Expressions } from './expressions.ts'

export const celExpressions: Expressions = {
  compile: () => ({
    type: 'checked',
    resultType: 'bool',
    readsClaim: () => false,
    readsClaimOtherwise: () => false,
    outermostCall: undefined,
  }),
}
