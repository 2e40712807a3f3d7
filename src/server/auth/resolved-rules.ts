import type { PolicyRule } from './rbac/policy-rule.ts'

/** The rules of a user, as far as authorizers can list them. */
export interface ResolvedRules {
  readonly rules: readonly PolicyRule[]
  /** True if an authorizer may allow more than it can list. */
  readonly isIncomplete: boolean
  /** Errors during the evaluation. */
  readonly errors: readonly string[]
}

/** The rules of a user when no authorizer is configured: everything is allowed. */
export const everything: ResolvedRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  isIncomplete: false,
  errors: [],
}

/** Returns the rules of all authorizers, in their order. An authorizer without rules is `undefined`. [AC15] */
export function unionOfRules(each: readonly (ResolvedRules | undefined)[]): ResolvedRules {
  const found = each.filter((rules) => rules !== undefined)
  return {
    rules: found.flatMap(({ rules }) => rules),
    isIncomplete: found.some(({ isIncomplete }) => isIncomplete),
    errors: [...new Set(found.flatMap(({ errors }) => errors))],
  }
}

/** Formats several errors as the reference does; `''` for none. */
export const joinErrors = (errors: readonly string[]): string =>
  errors.length < 2 ? (errors[0] ?? '') : `[${errors.join(', ')}]`
