import type { Attributes } from '#server/auth/authorizer.ts'
import type {
  FlowSchema,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  ServiceAccountSubject,
  Subject,
} from '#server/kinds/types/flowcontrol-v1.ts'

const hasOrAll = (texts: readonly string[] | null | undefined, text: string): boolean =>
  texts?.some((each) => each === '*' || each === text) ?? false

function accountMatches({ namespace = '', name = '' }: ServiceAccountSubject, user: string): boolean {
  const owner = `system:serviceaccount:${namespace}:`
  return name === '*' ? user.startsWith(owner) : user === `${owner}${name}`
}

function subjectMatches({ kind, user, group, serviceAccount }: Subject, attributes: Attributes): boolean {
  const { name, groups } = attributes.user
  switch (kind) {
    case 'User':
      return hasOrAll([user?.name ?? ''], name)
    case 'Group':
      return groups.some((each) => hasOrAll([group?.name ?? ''], each))
    case 'ServiceAccount':
      return serviceAccount !== undefined && accountMatches(serviceAccount, name)
    case undefined:
    default:
      return false
  }
}

function resourceMatches(rule: ResourcePolicyRule, attributes: Attributes): boolean {
  const { verb, group, resource, subresource, namespace } = attributes
  return (
    hasOrAll(rule.verbs, verb) &&
    hasOrAll(rule.apiGroups, group) &&
    hasOrAll(rule.resources, subresource === '' ? resource : `${resource}/${subresource}`) &&
    (namespace === '' ? rule.clusterScope === true : hasOrAll(rule.namespaces, namespace))
  )
}

const urlMatches = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('/*') && path.startsWith(url.slice(0, -1)))

const pathMatches = (rule: NonResourcePolicyRule, { verb, path }: Attributes): boolean =>
  hasOrAll(rule.verbs, verb) && (rule.nonResourceURLs ?? []).some((url) => urlMatches(url, path))

const ruleMatches = (rule: PolicyRulesWithSubjects, attributes: Attributes): boolean =>
  (rule.subjects ?? []).some((subject) => subjectMatches(subject, attributes)) &&
  (attributes.isResource
    ? (rule.resourceRules ?? []).some((each) => resourceMatches(each, attributes))
    : (rule.nonResourceRules ?? []).some((each) => pathMatches(each, attributes)))

/** Reports whether one of the schema's rules matches the request. [FC11] */
export const flowSchemaMatches = ({ spec }: FlowSchema, attributes: Attributes): boolean =>
  (spec?.rules ?? []).some((rule) => ruleMatches(rule, attributes))
