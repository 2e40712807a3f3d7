import { badRequest } from '#api/api-error.ts'
import { cloneJson, isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionSample } from '#facts/admission-trial-api.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { objectKind } from '#server/admission/dynamic/versioned.ts'
import type { AdmissionCluster } from '#server/admission/chain/plugin.ts'
import { compileMutatingPolicy } from '#server/admission/policies/mutating-policy.ts'
import { mutatingPolicies } from '#server/admission/policies/mutating-policies.ts'
import { compilePolicy } from '#server/admission/policies/policy.ts'
import { planPolicies, type PlannedPolicy } from '#server/admission/policies/policy-plan.ts'
import { validatingPolicies } from '#server/admission/policies/validating-policies.ts'
import { createRounds } from '#server/admission/chain/rounds.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { createObserved, typeOfCompiled } from './observed.ts'
import { type ExpressionPointers, mutatingPointers, validatingPointers } from './policy-paths.ts'
import { refusalOf, sampleTrial, type TrySample } from './sample-trial.ts'
import { readAs, sampleAttributes } from './trial-attributes.ts'
import { typeOf } from './trial-reader.ts'

/** A policy in the place of its stored version, with the parts that differ between the two kinds. */
interface Tried {
  readonly pointers: ExpressionPointers
  readonly run: (attributes: Attributes, cluster: AdmissionCluster) => Promise<void>
}

/** The draft of a policy with its bindings. */
export interface PolicyDraft {
  readonly definition: ResourceDefinition
  readonly draft: JsonObject
  readonly bindings: readonly JsonObject[]
  /** JSON pointer of the expression whose parts are reported. */
  readonly explain: string
}

/** Tries a policy on writes by the plugin that admits requests. @throws ApiError BadRequest [PTR1] */
export function policyTrial(policy: PolicyDraft, server: ServerContext, cluster: AdmissionCluster): TrySample {
  const { pointers, run } = triedPolicy(policy, server)
  return async (sample) => {
    const observed = createObserved(policy.explain)
    const sent = { warnings: [], annotations: new Map<string, string>() }
    let isAsked = false
    const attributes = sampleAttributes(sample, typeOfSample(sample, server), {
      ...sent,
      observe: (expression, result, evaluation) =>
        observed.add(pointers.get(expression) ?? '', typeOfCompiled(expression.compiled), result, evaluation),
      asked: () => void (isAsked = true),
    })
    const before = attributes.object === null ? null : cloneJson(attributes.object)
    const refusal = await refusalOf(() => run(attributes, cluster))
    const after = attributes.object
    return sampleTrial({ ...sent, isAsked: isAsked || refusal !== null, refusal, observed, before, after })
  }
}

function typeOfSample({ group, version, resource }: AdmissionSample, { resources }: ServerContext): ResourceDefinition {
  const found = resources().find(group, version, resource) ?? resources().findStored(group, resource)
  if (found === undefined) throw badRequest(`${resource} of ${group === '' ? 'the core group' : group} is not served`)
  return found
}

function triedPolicy({ definition, draft, bindings }: PolicyDraft, server: ServerContext): Tried {
  const { access, resources } = server
  const object = readAs(draft, objectKind(definition, ''))
  const planned = planPolicies([object], bindingsOf(object, bindings, server))
  const shared = {
    followed: { read: (): readonly PlannedPolicy[] => planned, stop: () => undefined },
    authorizer: access.authorizer,
    definitions: () => resources().definitions,
  }
  if (definition.kind === 'MutatingAdmissionPolicy') {
    const plugin = mutatingPolicies({ ...shared, isOn: () => true })
    return {
      pointers: mutatingPointers(compileMutatingPolicy(object)),
      run: (attributes, cluster) => inRounds(plugin, attributes, cluster),
    }
  }
  const plugin = validatingPolicies(shared)
  return {
    pointers: validatingPointers(compilePolicy(object)),
    run: async (attributes, cluster) => plugin.validate?.(attributes, cluster),
  }
}

/** Runs the mutating plugin as the chain does: a second time if it asks for that. */
async function inRounds(
  plugin: ReturnType<typeof mutatingPolicies>,
  attributes: Attributes,
  cluster: AdmissionCluster,
): Promise<void> {
  if (!plugin.operations.has(attributes.operation)) return
  const rounds = createRounds()
  await plugin.mutate?.(attributes, cluster, rounds)
  if (rounds.next()) await plugin.mutate?.(attributes, cluster, rounds)
}

/** Returns the decoded bindings of the policy; without any, one that binds it everywhere. [PTR3] */
function bindingsOf(policy: ApiObject, bindings: readonly JsonObject[], { resources }: ServerContext): ApiObject[] {
  const name = policy.metadata.name ?? ''
  const own = bindings.flatMap((binding) => {
    const definition = typeOf(resources().definitions, binding)
    const spec = binding['spec']
    if (definition === undefined || !isObject(spec) || spec['policyName'] !== name) return []
    return [readAs(binding, objectKind(definition, ''))]
  })
  if (own.length > 0) return own
  return [{ metadata: { name: 'not-bound-yet' }, spec: { policyName: name, validationActions: ['Deny'] } }]
}
