import type { RuleMiss } from '#facts/config-api.ts'
import type { Attributes } from '../authorizer.ts'

type Texts = readonly string[] | null | undefined

/** What a rule of a role allows; every list may be absent. */
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

/** Whether the rule allows what is asked. [AC5] */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!hasOrAll(rule.verbs, attributes.verb)) return false
  if (!attributes.isResource) return (rule.nonResourceURLs ?? []).some((url) => urlCovers(url, attributes.path))
  return (
    hasOrAll(rule.apiGroups, attributes.group) &&
    (rule.resources ?? []).some((resource) => resourceMatches(resource, attributes)) &&
    (isEmpty(rule.resourceNames) || has(rule.resourceNames, attributes.name))
  )
}

/** What of the rule does not fit what is asked; nothing where it allows. [AR1] */
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

/** `*` is everything, a part of it included; a star before the slash is that part of any resource, one after it nothing. [AC6] */
function resourceMatches(wanted: string, { resource, subresource }: Attributes): boolean {
  if (wanted === '*') return true
  if (subresource === '') return wanted === resource
  return wanted === `${resource}/${subresource}` || wanted === `*/${subresource}`
}

/** A star at the end of a URL stands for all that may follow. [AC7] */
const urlCovers = (owner: string, url: string): boolean =>
  owner === '*' || owner === url || (owner.endsWith('*') && url.startsWith(owner.replace(/\*+$/, '')))

/** The rules of `wanted`, each in its smallest parts, that no rule of `owned` covers. [AC10] */
export function uncovered(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(breakDown).filter((part) => !owned.some((owner) => covers(owner, part)))
}

/** One verb on one resource of one group, or on one URL. */
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

/** Rules about one resource of one group are gathered into one rule with all their verbs. [AC10] */
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

/** A rule on one line, as the reference prints it: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. [AC10] */
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

/** A list of texts as Go's `%q` shows it: `["a" "b"]`. */
export const printTexts = (texts: readonly string[]): string =>
  `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`
