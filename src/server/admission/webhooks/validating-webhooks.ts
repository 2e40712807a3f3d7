import { soon } from '#api/waiting/soon.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { Followed } from '#server/admission/dynamic/followed-objects.ts'
import { allOperations, isExempt } from '#server/admission/dynamic/match-request.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'
import { type Dispatcher, dispatchWebhook, checkDeadline } from './dispatch-webhook.ts'
import { CallingError, failedClosed } from './webhook-error.ts'
import { type PlannedWebhook, invocationOf } from './webhook-plan.ts'

/** Dependencies of both webhook plugins. */
export interface Webhooks {
  readonly followed: Followed<readonly PlannedWebhook[]>
  readonly dispatcher: Dispatcher
  readonly authorizer: Authorizer
  readonly definitions: () => readonly ResourceDefinition[]
}

/** Calls all matching webhooks concurrently. One denial refuses the request. [WH8] */
export const validatingWebhooks = (ports: Webhooks): AdmissionPlugin => ({
  name: 'ValidatingAdmissionWebhook',
  operations: allOperations,
  validate: (attributes, reader) =>
    soon(ports.followed.read(), (hooks) =>
      hooks.length === 0 || isExempt(attributes) ? undefined : callAll(ports, hooks, attributes, reader),
    ),
})

async function callAll(
  { dispatcher, authorizer, definitions }: Webhooks,
  hooks: readonly PlannedWebhook[],
  attributes: Attributes,
  reader: AdmissionReader,
): Promise<void> {
  const concerned: { readonly planned: PlannedWebhook; readonly invocation: Invocation }[] = []
  for (const planned of hooks) {
    const invocation = await invocationOf(planned, attributes, { definitions, reader, authorizer })
    if (invocation !== null) concerned.push({ planned, invocation })
  }
  const answers = await Promise.allSettled(
    concerned.map(({ planned, invocation }, at) =>
      dispatch(planned, { attributes, invocation, dispatcher, reader, at }),
    ),
  )
  const refused = answers.find((answer) => answer.status === 'rejected')
  if (refused !== undefined) throw refused.reason
}

interface Context {
  readonly attributes: Attributes
  readonly invocation: Invocation
  readonly dispatcher: Dispatcher
  readonly reader: AdmissionReader
  readonly at: number
}

async function dispatch(planned: PlannedWebhook, context: Context): Promise<void> {
  const { attributes, invocation, dispatcher, reader, at } = context
  let outcome = 'allowed'
  await attributes.timed(
    () => `webhook ${planned.name}: ${outcome}`,
    async () => {
      try {
        await dispatchWebhook(planned, attributes, invocation, { dispatcher, reader, mutating: false })
      } catch (error) {
        if (!(error instanceof CallingError)) throw error
        checkDeadline(attributes, dispatcher)
        if (planned.hook.failurePolicy !== 'Ignore') throw failedClosed(error)
        outcome = `failed open: ${error.message}`
        attributes.annotate(`failed-open.validating.webhook.admission.orch.io/round_0_index_${at}`, planned.name)
      }
    },
  )
}
