import { soon } from '#api/waiting/soon.ts'
import { notFound } from '#api/api-error.ts'
import { cloneJson, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { requestInputs, requestNamespace } from '#server/admission/dynamic/activation.ts'
import { type Decisions, createDecisions } from '#server/admission/dynamic/decisions.ts'
import type { Followed } from '#server/admission/dynamic/followed-objects.ts'
import { evaluateConditions } from '#server/admission/dynamic/match-conditions.ts'
import { isExemptFromPolicies, policyOperations } from '#server/admission/dynamic/match-request.ts'
import type { Surroundings } from '#server/admission/dynamic/match-resources.ts'
import { objectKind, replaceContent, shownAs, toVersion } from '#server/admission/dynamic/versioned.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import type { Reinvocations, Rounds } from '#server/admission/chain/rounds.ts'
import { type BoundInvocation, invocationsOf } from './invocations.ts'
import { mutateObject } from './mutate-object.ts'
import { MutationError } from './mutation-error.ts'
import { type MutatingPolicy, compileMutatingPolicy } from './mutating-policy.ts'
import { type PolicyFailure, failedPolicies } from './policy-failures.ts'
import type { PlannedPolicy } from './policy-plan.ts'
import { isAccessReview } from './validating-policies.ts'

export interface MutatingPolicies {
  readonly followed: Followed<readonly PlannedPolicy[]>
  readonly authorizer: Authorizer
  readonly definitions: Surroundings['definitions']
  /** Reports whether mutating policies are enabled. */
  readonly isOn: () => boolean
}

const name = 'MutatingAdmissionPolicy'

/**
 * Applies the mutating policies that match a request, ordered by name. All are matched before the first one changes
 * the object. Failures refuse the request after all have run. [MAP3]
 */
export const mutatingPolicies = (ports: MutatingPolicies): AdmissionPlugin => ({
  name,
  operations: policyOperations,
  mutate(attributes, reader, rounds) {
    if (!ports.isOn() || isExemptFromPolicies(attributes) || isAccessReview(attributes)) return
    return soon(ports.followed.read(), (planned) =>
      planned.length === 0 ? undefined : applyAll(ports, planned, { attributes, reader, rounds }),
    )
  },
})

interface Request {
  readonly attributes: Attributes
  readonly reader: AdmissionReader
  readonly rounds: Rounds
}

async function applyAll(
  { authorizer, definitions }: MutatingPolicies,
  planned: readonly PlannedPolicy[],
  { attributes, reader, rounds }: Request,
): Promise<void> {
  const failures: PolicyFailure[] = []
  const context: Context = { attributes, surroundings: { definitions, reader }, failures }
  const calls: Call[] = []
  for (const each of planned) calls.push(...(await callsOf(each, context)))
  if (calls.length > 0)
    await dispatch(calls, context, { rounds, decisions: createDecisions(authorizer, attributes.trace) })
  const refusal = failedPolicies(attributes, failures)
  if (refusal !== null) throw refusal
}

interface Context {
  readonly attributes: Attributes
  readonly surroundings: Surroundings
  readonly failures: PolicyFailure[]
}

/** One policy with one binding and one set of parameters. */
interface Call extends Omit<BoundInvocation, 'params'> {
  readonly policy: MutatingPolicy
  readonly params: ApiObject | null
  /** Unique in the request. */
  readonly id: string
}

async function callsOf({ object, bindings }: PlannedPolicy, context: Context): Promise<readonly Call[]> {
  const { failures, ...around } = context
  const policy = compileMutatingPolicy(object)
  const calls: Call[] = []
  const fail = (binding: { readonly name: string } | null, message: string): void =>
    void failures.push({ policy, binding: binding?.name ?? null, message, reason: 'Forbidden' })
  for await (const { binding, invocation, params } of invocationsOf(policy, bindings, { ...around, fail }))
    for (const each of params) {
      const id = JSON.stringify([policy.name, binding.name, each?.metadata.namespace ?? '', each?.metadata.name ?? ''])
      calls.push({ policy, binding, invocation, params: each, id })
    }
  return calls
}

interface Dispatch {
  readonly rounds: Rounds
  readonly decisions: Decisions
}

async function dispatch(calls: readonly Call[], context: Context, { rounds, decisions }: Dispatch): Promise<void> {
  const { attributes, surroundings } = context
  const again = rounds.of(name)
  again.begin(attributes.object)
  const namespaceObject = await requestNamespace(attributes, surroundings.reader)
  if (namespaceObject === null && isInNamespace(attributes))
    throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace)
  let isDirty = false
  for (const call of calls)
    if (await mutate(call, context, { again, rounds, decisions, namespaceObject })) isDirty = true
  if (isDirty) {
    again.changed()
    rounds.again()
  }
  again.end(attributes.object)
}

const isInNamespace = ({ namespace, definition }: Attributes): boolean =>
  namespace !== '' && !(definition.group === '' && definition.resource === 'namespaces')

interface Turn extends Dispatch {
  readonly again: Reinvocations
  readonly namespaceObject: ApiObject | null
}

/** Reports whether at least one mutation of the policy was applied, even one without effect. */
async function mutate(call: Call, context: Context, turn: Turn): Promise<boolean> {
  const { policy, id } = call
  const { attributes, failures } = context
  const { again, rounds } = turn
  const sees = await sight(call, context, turn, null)
  const conditions = await evaluateConditions(policy.conditions, sees, policy.failurePolicy)
  if (conditions.type === 'error') failures.push(failureOf(call, conditions.message))
  if (conditions.type !== 'match' || !again.isDue(id)) return false
  const { object } = attributes
  const before = object === null ? null : cloneJson(object)
  const failuresBefore = failures.length
  let isDirty = false
  await attributes.timed(
    () => `policy ${policy.name}, binding ${call.binding.name}: ${failures[failuresBefore]?.message ?? 'mutated'}`,
    async () => {
      isDirty = object !== null && (await mutateInTurn(call, object, context, turn))
    },
  )
  if (!deepEqual(before, object)) {
    again.changed()
    rounds.again()
  }
  if (policy.isReinvoked) again.requestReinvocation(id)
  return isDirty
}

/** Applies mutations in order. A mutation that fails leaves the object unchanged for the next one. */
async function mutateInTurn(call: Call, object: ApiObject, context: Context, turn: Turn): Promise<boolean> {
  const { policy, invocation } = call
  const { definition, subresource } = context.attributes
  const kind = objectKind(definition, subresource)
  let isDirty = false
  for (const mutation of policy.mutations)
    try {
      const sees = { ...(await sight(call, context, turn, turn.namespaceObject)), variables: policy.variables }
      const next = await mutateObject(mutation, await shownAs(object, definition, invocation), invocation, sees)
      replaceContent(object, await toVersion(next, invocation.definition, { definition, kind }))
      isDirty = true
    } catch (error) {
      if (!(error instanceof MutationError)) throw error
      context.failures.push(failureOf(call, error.message))
    }
  return isDirty
}

const failureOf = ({ policy, binding }: Call, message: string): PolicyFailure => ({
  policy,
  binding: binding.name,
  message,
  reason: 'Invalid',
})

const sight = async (
  { invocation, params }: Call,
  { attributes }: Context,
  { decisions }: Turn,
  namespaceObject: ApiObject | null,
): Promise<Pick<Parameters<typeof mutateObject>[3], 'inputs' | 'decisions' | 'observe'>> => ({
  inputs: await requestInputs(attributes, invocation, { params, namespaceObject, decisions }),
  decisions,
  observe: attributes.observe,
})
