import type { PolicyRule } from './rbac/policy-rule.ts'

/** What somebody may, as far as authorizers can list it. */
export interface ResolvedRules {
  readonly rules: readonly PolicyRule[]
  /** An authorizer may allow more than it can list. */
  readonly isIncomplete: boolean
  /** What stood in the way, one text each. */
  readonly errors: readonly string[]
}

/** Where nobody is asked, everybody may everything. */
export const everything: ResolvedRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  isIncomplete: false,
  errors: [],
}

/** The rules of all authorizers, in their order. Those that have none are `undefined`. [AC15] */
export function unionOfRules(each: readonly (ResolvedRules | undefined)[]): ResolvedRules {
  const found = each.filter((rules) => rules !== undefined)
  return {
    rules: found.flatMap(({ rules }) => rules),
    isIncomplete: found.some(({ isIncomplete }) => isIncomplete),
    errors: [...new Set(found.flatMap(({ errors }) => errors))],
  }
}

/** Several errors as the reference prints them; `''` for none. */
export const joinErrors = (errors: readonly string[]): string =>
  errors.length < 2 ? (errors[0] ?? '') : `[${errors.join(', ')}]`
