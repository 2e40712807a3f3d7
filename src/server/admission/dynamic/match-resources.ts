import { ApiError } from '#api/api-error.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionReader } from '#server/admission/chain/plugin.ts'
import type { Invocation } from './admission-review.ts'
import { equivalentsOf, matchesNamespace, matchesObject, matchesRule } from './match-request.ts'
import type { MatchResources, Rule } from './registered.ts'
import { objectKind } from './versioned.ts'

/** The served types, and access to stored objects. */
export interface Surroundings {
  readonly definitions: () => readonly ResourceDefinition[]
  readonly reader: AdmissionReader
}

/**
 * Returns the group and version in which a policy or binding matches a request; `null` if it does not. Exclude rules
 * take precedence. [VAP7]
 * @throws ApiError if a selector cannot be evaluated although the rules match
 */
export async function matchResources(
  match: MatchResources,
  attributes: Attributes,
  { definitions, reader }: Surroundings,
): Promise<Invocation | null> {
  const { resourceRules = [], excludeResourceRules = [] } = match
  const find = (rules: readonly Rule[]): Invocation | null => matchRules(rules, match, attributes, definitions)
  const found = resourceRules.length === 0 ? asSent(attributes) : find(resourceRules)
  if (found === null || !matchesObject(match, attributes) || find(excludeResourceRules) !== null) return null
  const inNamespace = await matchesNamespace(match, attributes, reader)
  if (inNamespace instanceof ApiError) throw inNamespace
  return inNamespace ? found : null
}

const as = (definition: ResourceDefinition, { subresource }: Attributes): Invocation => ({
  definition,
  kind: objectKind(definition, subresource),
})

const asSent = (attributes: Attributes): Invocation => as(attributes.definition, attributes)

function matchRules(
  rules: readonly Rule[],
  { matchPolicy }: MatchResources,
  attributes: Attributes,
  definitions: () => readonly ResourceDefinition[],
): Invocation | null {
  const { definition, name } = attributes
  const isNamed = ({ resourceNames = [] }: Rule): boolean => resourceNames.length === 0 || resourceNames.includes(name)
  const matches = (rule: Rule, each: ResourceDefinition): boolean =>
    matchesRule(rule, attributes, each) && isNamed(rule)
  if (rules.some((rule) => matches(rule, definition))) return asSent(attributes)
  if (matchPolicy !== 'Equivalent') return null
  const equivalents = rules.length === 0 ? [] : equivalentsOf(definition, definitions())
  for (const rule of rules) {
    const found = equivalents.find((each) => matches(rule, each))
    if (found !== undefined) return as(found, attributes)
  }
  return null
}
