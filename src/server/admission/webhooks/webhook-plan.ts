import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { requestInputs } from '#server/admission/dynamic/activation.ts'
import { createDecisions } from '#server/admission/dynamic/decisions.ts'
import { evaluateConditions, compileConditions } from '#server/admission/dynamic/match-conditions.ts'
import { equivalentsOf, matchesNamespace, matchesObject, matchesRule } from '#server/admission/dynamic/match-request.ts'
import type { Surroundings } from '#server/admission/dynamic/match-resources.ts'
import type { Webhook } from '#server/admission/dynamic/registered.ts'
import type { Expression } from '#server/admission/chain/expression.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'

/** A webhook with the names that identify it. */
export interface PlannedWebhook {
  readonly hook: Webhook
  readonly name: string
  /** The name of the configuration object that lists it. */
  readonly configuration: string
  /** Unique among all webhooks. */
  readonly id: string
  /** Its compiled match conditions. */
  readonly conditions: readonly Expression[]
}

/** Returns all webhooks of the configurations, which are sorted by name, in the order in which they are called. */
export function planWebhooks(configurations: readonly ApiObject[]): readonly PlannedWebhook[] {
  return configurations.flatMap((configuration) => {
    const hooks = Array.isArray(configuration['webhooks']) ? (configuration['webhooks'] as readonly Webhook[]) : []
    const name = configuration.metadata.name ?? ''
    const seen = new Map<string, number>()
    return hooks.map((hook) => {
      const hookName = hook.name ?? ''
      const count = seen.get(hookName) ?? 0
      seen.set(hookName, count + 1)
      const conditions = compileConditions(hook.matchConditions ?? [], { hasParams: false })
      return { hook, name: hookName, configuration: name, id: `${name}/${hookName}/${count}`, conditions }
    })
  })
}

/**
 * Returns the group and version in which a webhook matches a request; `null` if it does not match. [WH6]
 * @throws ApiError if its selectors cannot be evaluated although its rules match
 */
export async function invocationOf(
  { hook, conditions }: PlannedWebhook,
  attributes: Attributes,
  { definitions, reader, authorizer }: Surroundings & { readonly authorizer: Authorizer },
): Promise<Invocation | null> {
  // Rules are matched first because that is cheapest. The result is the same.
  const invocation = matchedRules(hook, attributes, definitions)
  if (invocation === null) return null
  const inNamespace = await matchesNamespace(hook, attributes, reader)
  if (inNamespace === false || !matchesObject(hook, attributes)) return null
  if (inNamespace instanceof ApiError) throw inNamespace
  if (conditions.length === 0) return invocation
  const decisions = createDecisions(authorizer, attributes.trace)
  const inputs = await requestInputs(attributes, invocation, { namespaceObject: null, decisions })
  const answer = await evaluateConditions(conditions, { inputs, decisions }, hook.failurePolicy)
  if (answer.type === 'error') throw forbiddenRequest(attributes.definition, attributes.name, answer.message)
  return answer.type === 'match' ? invocation : null
}

function matchedRules(
  { rules = [], matchPolicy }: Webhook,
  attributes: Attributes,
  definitions: () => readonly ResourceDefinition[],
): Invocation | null {
  const { definition, subresource } = attributes
  const as = (each: ResourceDefinition): Invocation => ({ definition: each, kind: objectKind(each, subresource) })
  if (rules.some((rule) => matchesRule(rule, attributes, definition))) return as(definition)
  if (matchPolicy !== 'Equivalent') return null
  const equivalents = equivalentsOf(definition, definitions())
  for (const rule of rules) {
    const found = equivalents.find((each) => matchesRule(rule, attributes, each))
    if (found !== undefined) return as(found)
  }
  return null
}
