import {
  type FieldError,
  type FieldPath,
  child,
  duplicate,
  index,
  invalid,
  notSupported,
  required,
} from '#api/field-error.ts'
import { validateLabelSelector } from '#api/selectors/label-selector-object.ts'
import { pathSegmentName } from '#api/names.ts'
import { oneOf } from '#server/resources/parts/validation/texts.ts'
import type {
  MatchResources,
  NamedRuleWithOperations,
  RuleWithOperations,
} from '#server/kinds/types/admissionregistration-v1.ts'

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const scopes = ['*', 'Cluster', 'Namespaced']
export const matchPolicies: string[] = ['Equivalent', 'Exact']

/** The scope of a rule defaults to `*`. [DA2] */
export function defaultRules(rules: readonly RuleWithOperations[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*'
}

/** Validates operations, groups, versions and resources of a rule. [DA3] */
export function validateRule(rule: RuleWithOperations, path: FieldPath): readonly FieldError[] {
  const { operations: asked = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule
  return [
    ...requireList(asked, child(path, 'operations')),
    ...starAlone(asked, child(path, 'operations'), 'operations'),
    ...asked.flatMap((each, at) =>
      operations.includes(each) ? [] : [notSupported(index(child(path, 'operations'), at), each, operations)],
    ),
    ...requireList(apiGroups, child(path, 'apiGroups')),
    ...starAlone(apiGroups, child(path, 'apiGroups'), 'API groups'),
    ...requireList(apiVersions, child(path, 'apiVersions')),
    ...starAlone(apiVersions, child(path, 'apiVersions'), 'API versions'),
    ...apiVersions.flatMap((each, at) => (each === '' ? [required(index(child(path, 'apiVersions'), at))] : [])),
    ...validateResources(resources, child(path, 'resources')),
    ...oneOf(scope, child(path, 'scope'), scopes),
  ]
}

const requireList = (list: readonly string[], path: FieldPath): readonly FieldError[] =>
  list.length === 0 ? [required(path)] : []

const starAlone = (list: readonly string[], path: FieldPath, what: string): readonly FieldError[] =>
  list.length > 1 && list.includes('*')
    ? [invalid(path, [...list], `if '*' is present, must not specify other ${what}`)]
    : []

function validateResources(resources: readonly string[], path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [...requireList(resources, path)]
  const wholeParents = new Set<string>()
  const wholeParts = new Set<string>()
  // As in the reference, the last resource without a slash decides.
  let lastIsPlain = false
  for (const [at, text] of resources.entries()) {
    const here = index(path, at)
    const slash = text.indexOf('/')
    if (text === '') errors.push(required(here))
    else if (slash < 0) lastIsPlain = text !== '*'
    else {
      const [resource, part] = [text.slice(0, slash), text.slice(slash + 1)]
      if (wholeParents.has(resource))
        errors.push(invalid(here, text, `if '${resource}/*' is present, must not specify ${text}`))
      if (wholeParts.has(part)) errors.push(invalid(here, text, `if '*/${part}' is present, must not specify ${text}`))
      if (part === '*') wholeParents.add(resource)
      if (resource === '*') wholeParts.add(part)
    }
  }
  const shown = [...resources]
  if (resources.length > 1 && resources.includes('*/*'))
    errors.push(invalid(path, shown, "if '*/*' is present, must not specify other resources"))
  if (resources.includes('*') && lastIsPlain)
    errors.push(invalid(path, shown, "if '*' is present, must not specify other resources without subresources"))
  return errors
}

function validateNamedRule(rule: NamedRuleWithOperations, path: FieldPath): readonly FieldError[] {
  const seen = new Set<string>()
  const names = (rule.resourceNames ?? []).flatMap((name, at) => {
    const here = index(child(path, 'resourceNames'), at)
    const again = seen.has(name)
    seen.add(name)
    return [
      ...pathSegmentName(name).map((text) => invalid(here, name, text)),
      ...(again ? [duplicate(here, name)] : []),
    ]
  })
  return [...names, ...validateRule(rule, path)]
}

/** [DA2] */
export function defaultMatchResources(match: MatchResources | undefined): void {
  if (match === undefined) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  defaultRules(match.resourceRules)
  defaultRules(match.excludeResourceRules)
}

/** Validates the rules and selectors of a policy or binding. [DA3] */
export function validateMatchResources(match: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  if (match === undefined) return []
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules = [], excludeResourceRules = [] } = match
  return [
    ...(matchPolicy === undefined
      ? [required(child(path, 'matchPolicy'))]
      : oneOf(matchPolicy, child(path, 'matchPolicy'), matchPolicies)),
    ...validateLabelSelector(namespaceSelector, child(path, 'namespaceSelector')),
    ...validateLabelSelector(objectSelector, child(path, 'objectSelector')),
    ...resourceRules.flatMap((rule, at) => validateNamedRule(rule, index(child(path, 'resourceRules'), at))),
    ...excludeResourceRules.flatMap((rule, at) =>
      validateNamedRule(rule, index(child(path, 'excludeResourceRules'), at)),
    ),
  ]
}
