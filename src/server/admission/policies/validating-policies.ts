import { soon } from '#api/waiting/soon.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { requestInputs, requestNamespace } from '#server/admission/dynamic/activation.ts'
import { type Decisions, createDecisions } from '#server/admission/dynamic/decisions.ts'
import type { Followed } from '#server/admission/dynamic/followed-objects.ts'
import { allOperations, isExemptFromPolicies } from '#server/admission/dynamic/match-request.ts'
import type { Surroundings } from '#server/admission/dynamic/match-resources.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { evaluatePolicy } from './evaluate-policy.ts'
import { type BoundInvocation, invocationsOf } from './invocations.ts'
import { type Policy, compilePolicy } from './policy.ts'
import { policyDenial } from '#server/admission/chain/policy-denial.ts'
import type { Binding, PlannedPolicy } from './policy-plan.ts'
import { createReport, type Report } from './policy-report.ts'

export interface Policies {
  readonly followed: Followed<readonly PlannedPolicy[]>
  readonly authorizer: Authorizer
  readonly definitions: Surroundings['definitions']
}

/**
 * Evaluates the validating policies that match a request. The first denial, ordered by policy name, is returned.
 * [VAP9]
 */
export const validatingPolicies = (ports: Policies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionPolicy',
  operations: allOperations,
  validate: (attributes, reader) =>
    soon(ports.followed.read(), (planned) =>
      planned.length === 0 || isExemptFromPolicies(attributes) || isAccessReview(attributes)
        ? undefined
        : applyAll(ports, planned, attributes, reader),
    ),
})

async function applyAll(
  { authorizer, definitions }: Policies,
  planned: readonly PlannedPolicy[],
  attributes: Attributes,
  reader: AdmissionReader,
): Promise<void> {
  const report = createReport(attributes)
  const context: Context = {
    attributes,
    report,
    surroundings: { definitions, reader },
    decisions: createDecisions(authorizer, attributes.trace),
  }
  for (const each of planned) await applyPolicy(each, context)
  const [denial] = report.denials
  if (denial !== undefined) throw policyDenial(attributes, denial.message, denial.reason)
}

const accessGroups = ['authentication.orch.io', 'authorization.orch.io']

/** Policies do not apply to access reviews: nothing is stored, and reviews may be needed to repair a policy. */
export const isAccessReview = ({ definition }: Attributes): boolean =>
  definition.virtual !== undefined && accessGroups.includes(definition.group)

interface Context {
  readonly attributes: Attributes
  readonly report: Report
  readonly surroundings: Surroundings
  readonly decisions: Decisions
}

async function applyPolicy({ object, bindings }: PlannedPolicy, context: Context): Promise<void> {
  const { attributes, report, surroundings } = context
  const policy = compilePolicy(object)
  const fail = (binding: Binding | null, message: string): void => {
    if (policy.failurePolicy !== 'Ignore') report.deny(policy.name, binding?.name ?? null, { message, reason: '' })
  }
  for await (const bound of invocationsOf(policy, bindings, { attributes, surroundings, fail }))
    await evaluateInvocation(policy, bound, context)
  report.publish(policy.name)
}

async function evaluateInvocation(
  policy: Policy,
  { binding, invocation, params }: BoundInvocation,
  context: Context,
): Promise<void> {
  const { attributes, report, surroundings, decisions } = context
  const namespaceObject = await requestNamespace(attributes, surroundings.reader)
  const denialsBefore = report.denials.length
  await attributes.timed(
    () => {
      const denial = report.denials[denialsBefore]
      return `policy ${policy.name}, binding ${binding.name}: ${denial === undefined ? 'admitted' : denial.message}`
    },
    async () => {
      for (const param of params) {
        const inputs = await requestInputs(attributes, invocation, { params: param, namespaceObject, decisions })
        report.add(policy, binding, await evaluatePolicy(policy, { inputs, decisions, observe: attributes.observe }))
      }
    },
  )
}
