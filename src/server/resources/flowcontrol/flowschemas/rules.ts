import { child, type FieldError, type FieldPath, index, invalid, notSupported, required } from '#api/field-error.ts'
import { dns1123Label } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from '#server/kinds/types/flowcontrol-v1.ts'
import { validateSubject } from './subjects.ts'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

/** Validates one rule: subjects, and resources or paths. [FC3] */
export const validateRule = (rule: PolicyRulesWithSubjects, path: FieldPath): readonly FieldError[] => {
  const { subjects, resourceRules, nonResourceRules } = rule
  const isEmpty = (resourceRules ?? []).length + (nonResourceRules ?? []).length === 0
  return [
    ...((subjects ?? []).length === 0
      ? [required(child(path, 'subjects'), 'subjects must contain at least one value')]
      : []),
    ...(subjects ?? []).flatMap((subject, at) => validateSubject(subject, index(child(path, 'subjects'), at))),
    ...(isEmpty ? [required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')] : []),
    ...(resourceRules ?? []).flatMap((each, at) => validateResourceRule(each, index(child(path, 'resourceRules'), at))),
    ...(nonResourceRules ?? []).flatMap((each, at) =>
      validateNonResourceRule(each, index(child(path, 'nonResourceRules'), at)),
    ),
  ]
}

const has = (list: readonly string[]): boolean => list.includes('*')

function validateVerbs(list: readonly string[], path: FieldPath): readonly FieldError[] {
  if (list.length === 0) return [required(path, 'verbs must contain at least one value')]
  if (has(list)) return alone(list, path, 'verbs')
  return list.every((verb) => verbs.includes(verb)) ? [] : [notSupported(path, [...list], verbs)]
}

const alone = (list: readonly string[], path: FieldPath, what: string): readonly FieldError[] =>
  list.length > 1 && has(list) ? [invalid(path, [...list], `if '*' is present, must not specify other ${what}`)] : []

const someOf = (list: readonly string[], path: FieldPath, [one, many]: readonly [string, string]) =>
  list.length === 0 ? [required(path, `resource rules must supply at least one ${one}`)] : alone(list, path, many)

function validateResourceRule(rule: ResourcePolicyRule, path: FieldPath): readonly FieldError[] {
  const namespaces = rule.namespaces ?? []
  return [
    ...validateVerbs(rule.verbs ?? [], child(path, 'verbs')),
    ...someOf(rule.apiGroups ?? [], child(path, 'apiGroups'), ['api group', 'api groups']),
    ...someOf(rule.resources ?? [], child(path, 'resources'), ['resource', 'resources']),
    ...validateNamespaces(namespaces, rule.clusterScope ?? false, child(path, 'namespaces')),
  ]
}

function validateNamespaces(list: readonly string[], isCluster: boolean, path: FieldPath): readonly FieldError[] {
  if (list.length === 0)
    return isCluster
      ? []
      : [required(path, 'resource rules that are not cluster scoped must supply at least one namespace')]
  if (has(list)) return alone(list, path, 'namespaces')
  const intro = "each member of this list must be '*' or a DNS-1123 label; "
  return list.flatMap((name, at) => dns1123Label(name).map((text) => invalid(index(path, at), name, `${intro}${text}`)))
}

function validateNonResourceRule(rule: NonResourcePolicyRule, path: FieldPath): readonly FieldError[] {
  const urls = rule.nonResourceURLs ?? []
  const here = child(path, 'nonResourceURLs')
  const errors = validateVerbs(rule.verbs ?? [], child(path, 'verbs'))
  if (urls.length === 0) return [...errors, required(here, 'nonResourceURLs must contain at least one value')]
  if (has(urls)) return [...errors, ...alone(urls, here, 'non-resource URLs')]
  return [...errors, ...urls.flatMap((url, at) => checkText(url, index(here, at), urlTexts))]
}

/** Returns the first error of a path. */
function urlTexts(url: string): readonly string[] {
  if (url === '') return ['must not be empty']
  if (url === '/') return []
  if (!url.startsWith('/')) return ['must start with slash']
  if (url.includes(' ')) return ['must not contain white-space']
  if (url.includes('//')) return ['must not contain double slash']
  const stars = url.split('*').length - 1
  return stars > 1 || (stars === 1 && !url.endsWith('/*')) ? ['wildcard can only do suffix matching'] : []
}
