import { ApiError } from '#api/api-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { Attributes } from '../attributes.ts'
import { requestInputs, requestNamespace } from '../dynamic/activation.ts'
import { type Decisions, createDecisions } from '../dynamic/decisions.ts'
import type { Followed } from '../dynamic/followed-objects.ts'
import { isExempt } from '../dynamic/match-request.ts'
import { type Surroundings, matchResources } from '../dynamic/match-resources.ts'
import type { MatchResources } from '../dynamic/registered.ts'
import type { AdmissionPlugin } from '../plugin.ts'
import type { Invocation } from '../webhooks/admission-review.ts'
import { allOperations } from '../webhooks/validating-webhooks.ts'
import { evaluatePolicy } from './evaluate-policy.ts'
import { ConfigurationError, type ParamRef, findParams, paramDefinition } from './params.ts'
import { type Policy, compilePolicy } from './policy.ts'
import { policyDenial } from './policy-denial.ts'
import { type Binding, type PlannedPolicy } from './policy-plan.ts'
import { createReport, type Report } from './policy-report.ts'

export interface Policies {
  readonly followed: Followed<readonly PlannedPolicy[]>
  readonly authorizer: Authorizer
  readonly definitions: Surroundings['definitions']
}

/** Evaluates the policies that a request concerns; the first denial, in the order of names, is told. [VAP9] */
export const validatingPolicies = ({ followed, authorizer, definitions }: Policies): AdmissionPlugin => ({
  name: 'ValidatingAdmissionPolicy',
  operations: allOperations,
  async validate(attributes, reader) {
    const read = followed.read()
    const planned = read instanceof Promise ? await read : read
    if (planned.length === 0 || isExempt(attributes) || isQuestion(attributes)) return
    const report = createReport(attributes)
    const asked: Asked = {
      attributes,
      report,
      surroundings: { definitions, reader },
      decisions: createDecisions(authorizer),
    }
    for (const each of planned) await ask(each, asked)
    const [denial] = report.denials
    if (denial !== undefined) throw policyDenial(attributes, denial.message, denial.reason)
  },
})

const accessGroups = ['authentication.orch.io', 'authorization.orch.io']

/** Questions about access are not judged by policies: nothing is stored, and an answer may be needed to mend one. */
const isQuestion = ({ definition }: Attributes): boolean =>
  definition.virtual !== undefined && accessGroups.includes(definition.group)

interface Asked {
  readonly attributes: Attributes
  readonly report: Report
  readonly surroundings: Surroundings
  readonly decisions: Decisions
}

async function ask({ object, bindings }: PlannedPolicy, asked: Asked): Promise<void> {
  const { attributes, report, surroundings } = asked
  const policy = compilePolicy(object)
  const invocation = await configured(asked, policy, null, () =>
    matchResources(policy.constraints, attributes, surroundings),
  )
  if (invocation === null) return
  const definition = await configured(asked, policy, null, async () => ({
    params: paramDefinition(policy, surroundings),
  }))
  if (definition === null) return
  for (const binding of bindings) {
    const params = await configured(asked, policy, binding, async () => {
      if (!(await isBound(binding.matchResources, asked))) return []
      return findParams(definition.params, binding.paramRef, attributes.namespace, surroundings)
    })
    if (params !== null && params.length > 0) await judge(policy, binding, { asked, invocation, params })
  }
  report.publish(policy.name)
}

const isBound = async (match: MatchResources | undefined, { attributes, surroundings }: Asked): Promise<boolean> =>
  match === undefined || (await matchResources(match, attributes, surroundings)) !== null

/** Runs what may find a policy or binding unusable, which denies unless the policy's failures are to be ignored. */
async function configured<Value>(
  { report }: Asked,
  policy: Policy,
  binding: Binding | null,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConfigurationError) && !(error instanceof ApiError)) throw error
    const what = binding === null ? 'policy' : 'binding'
    if (policy.failurePolicy !== 'Ignore')
      report.deny(policy.name, binding?.name ?? null, {
        message: `failed to configure ${what}: ${error.message}`,
        reason: '',
      })
    return null
  }
}

interface Judged {
  readonly asked: Asked
  readonly invocation: Invocation
  readonly params: readonly (ApiObject | null)[]
}

async function judge(policy: Policy, binding: Binding, { asked, invocation, params }: Judged): Promise<void> {
  const { attributes, report, surroundings, decisions } = asked
  const namespaceObject = await requestNamespace(attributes, surroundings.reader)
  const denialsBefore = report.denials.length
  await attributes.timed(
    () => {
      const denial = report.denials[denialsBefore]
      return `policy ${policy.name}, binding ${binding.name}: ${denial === undefined ? 'admitted' : denial.message}`
    },
    async () => {
      for (const param of params) {
        const inputs = requestInputs(attributes, invocation, { params: param, namespaceObject, decisions })
        report.add(policy, binding, await evaluatePolicy(policy, { inputs, decisions }))
      }
    },
  )
}

export type { ParamRef }
