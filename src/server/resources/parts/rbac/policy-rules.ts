import { child, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import type { PolicyRule } from '#server/kinds/types/rbac-v1.ts'

type Scope = { readonly namespaced: boolean }

/** Validates the rules of a role. [RB2] */
export const validateRules = (rules: readonly PolicyRule[] | null | undefined, scope: Scope): readonly FieldError[] =>
  (rules ?? []).flatMap((rule, at) => validateRule(rule, scope, index('rules', at)))

function validateRule(rule: PolicyRule, scope: Scope, path: FieldPath): readonly FieldError[] {
  const verbs =
    (rule.verbs ?? []).length === 0 ? [required(child(path, 'verbs'), 'verbs must contain at least one value')] : []
  const urls = rule.nonResourceURLs ?? []
  return [...verbs, ...(urls.length > 0 ? validateUrlRule(rule, urls, scope, path) : validateResourceRule(rule, path))]
}

function validateUrlRule(
  rule: PolicyRule,
  urls: readonly string[],
  { namespaced }: Scope,
  path: FieldPath,
): readonly FieldError[] {
  const here = child(path, 'nonResourceURLs')
  const errors: FieldError[] = []
  if (namespaced) errors.push(invalid(here, [...urls], 'namespaced rules cannot apply to non-resource URLs'))
  if (count(rule.apiGroups) + count(rule.resources) + count(rule.resourceNames) > 0)
    errors.push(invalid(here, [...urls], 'rules cannot apply to both regular resources and non-resource URLs'))
  return errors
}

function validateResourceRule({ apiGroups, resources }: PolicyRule, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = []
  if (count(apiGroups) === 0)
    errors.push(required(child(path, 'apiGroups'), 'resource rules must supply at least one api group'))
  if (count(resources) === 0)
    errors.push(required(child(path, 'resources'), 'resource rules must supply at least one resource'))
  return errors
}

const count = (texts: readonly string[] | null | undefined): number => (texts ?? []).length
