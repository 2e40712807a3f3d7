import type { RuleMiss } from '#facts/config-api.ts'
import type { Attributes } from '#server/auth/authorizer.ts'

type Texts = readonly string[] | null | undefined

/** A rule of a role. Every list may be absent. */
export interface PolicyRule {
  readonly verbs?: Texts
  readonly apiGroups?: Texts
  readonly resources?: Texts
  readonly resourceNames?: Texts
  readonly nonResourceURLs?: Texts
}

const has = (texts: Texts, text: string): boolean => texts?.includes(text) ?? false
const hasOrAll = (texts: Texts, text: string): boolean => has(texts, '*') || has(texts, text)
const isEmpty = (texts: Texts): boolean => (texts ?? []).length === 0

/** Reports whether the rule allows the request. [AC5] */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!hasOrAll(rule.verbs, attributes.verb)) return false
  if (!attributes.isResource) return (rule.nonResourceURLs ?? []).some((url) => urlCovers(url, attributes.path))
  return (
    hasOrAll(rule.apiGroups, attributes.group) &&
    (rule.resources ?? []).some((resource) => resourceMatches(resource, attributes)) &&
    (isEmpty(rule.resourceNames) || has(rule.resourceNames, attributes.name))
  )
}

/** Returns the parts of the request that the rule does not match; empty if the rule allows it. [AR1] */
export function ruleMisses(rule: PolicyRule, attributes: Attributes): readonly RuleMiss[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const { verb, group, name, path, isResource } = attributes
  const fits: readonly (readonly [miss: RuleMiss, fits: boolean])[] = isResource
    ? [
        ['verb', hasOrAll(verbs, verb)],
        ['group', hasOrAll(apiGroups, group)],
        ['resource', (resources ?? []).some((resource) => resourceMatches(resource, attributes))],
        ['name', isEmpty(resourceNames) || has(resourceNames, name)],
      ]
    : [
        ['verb', hasOrAll(verbs, verb)],
        ['url', (nonResourceURLs ?? []).some((url) => urlCovers(url, path))],
      ]
  return fits.filter(([, isFit]) => !isFit).map(([miss]) => miss)
}

/**
 * `*` matches every resource and subresource. A star before the slash matches that subresource of any resource, a star
 * after it matches nothing. [AC6]
 */
function resourceMatches(wanted: string, { resource, subresource }: Attributes): boolean {
  if (wanted === '*') return true
  if (subresource === '') return wanted === resource
  return wanted === `${resource}/${subresource}` || wanted === `*/${subresource}`
}

/** A `*` at the end of a URL matches any suffix. [AC7] */
const urlCovers = (owner: string, url: string): boolean =>
  owner === '*' || owner === url || (owner.endsWith('*') && url.startsWith(owner.replace(/\*+$/, '')))

/** Returns the rules of `wanted`, broken down, that no rule of `owned` covers. [AC10] */
export function uncovered(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(breakDown).filter((part) => !owned.some((owner) => covers(owner, part)))
}

/** Splits a rule into rules of one verb on one resource of one group, or on one URL. */
function breakDown(rule: PolicyRule): readonly PolicyRule[] {
  const { verbs, resourceNames, nonResourceURLs } = rule
  const plain = each(rule.apiGroups, (group) =>
    each(rule.resources, (resource) =>
      each(verbs, (verb) => [{ apiGroups: [group], resources: [resource], verbs: [verb] }]),
    ),
  )
  const named = (part: PolicyRule): readonly PolicyRule[] =>
    isEmpty(resourceNames) ? [part] : each(resourceNames, (name) => [{ ...part, resourceNames: [name] }])
  const urls = each(nonResourceURLs, (url) => each(verbs, (verb) => [{ nonResourceURLs: [url], verbs: [verb] }]))
  return [...plain.flatMap(named), ...urls]
}

const each = (texts: Texts, make: (text: string) => readonly PolicyRule[]): readonly PolicyRule[] =>
  (texts ?? []).flatMap(make)

const hasAll = (owner: Texts, part: Texts): boolean => (part ?? []).every((text) => has(owner, text))

const covers = (owner: PolicyRule, part: PolicyRule): boolean =>
  (has(owner.verbs, '*') || hasAll(owner.verbs, part.verbs)) &&
  (has(owner.apiGroups, '*') || hasAll(owner.apiGroups, part.apiGroups)) &&
  (part.resources ?? []).every((resource) => resourceCovers(owner.resources, resource)) &&
  (part.nonResourceURLs ?? []).every((url) => (owner.nonResourceURLs ?? []).some((each) => urlCovers(each, url))) &&
  (isEmpty(owner.resourceNames) || (!isEmpty(part.resourceNames) && hasAll(owner.resourceNames, part.resourceNames)))

function resourceCovers(owner: Texts, resource: string): boolean {
  if (has(owner, '*') || has(owner, resource)) return true
  const slash = resource.indexOf('/')
  return slash >= 0 && has(owner, `*${resource.slice(slash)}`)
}

/** Merges rules about one resource of one group into one rule with all their verbs. [AC10] */
export function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const others: PolicyRule[] = []
  const simple = new Map<string, PolicyRule>()
  for (const rule of rules) {
    const key = simpleKey(rule)
    const known = key === null ? undefined : simple.get(key)
    if (key === null) others.push(rule)
    else
      simple.set(key, known === undefined ? rule : { ...known, verbs: [...(known.verbs ?? []), ...(rule.verbs ?? [])] })
  }
  return [...others, ...simple.values()]
}

const count = (texts: Texts): number => (texts ?? []).length

function simpleKey({ apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string | null {
  const isSimple =
    count(apiGroups) === 1 && count(resources) === 1 && count(resourceNames) <= 1 && count(nonResourceURLs) === 0
  return isSimple ? JSON.stringify([apiGroups, resources, resourceNames ?? []]) : null
}

/**
 * Formats a rule on one line, as the reference does: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. [AC10]
 */
export function printRule(rule: PolicyRule): string {
  const parts: readonly (readonly [name: string, texts: Texts])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ]
  const shown = parts
    .filter(([, texts]) => !isEmpty(texts))
    .map(([name, texts]) => `${name}:${printTexts(texts ?? [])}`)
  return `{${shown.join(', ')}}`
}

/** Formats a list of strings as Go's `%q` does: `["a" "b"]`. */
export const printTexts = (texts: readonly string[]): string =>
  `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`
