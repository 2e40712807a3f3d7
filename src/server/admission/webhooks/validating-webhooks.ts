import type { Authorizer } from '#server/auth/authorizer.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { Attributes, Operation } from '../attributes.ts'
import type { Followed } from '../dynamic/followed-objects.ts'
import { isExempt } from '../dynamic/match-request.ts'
import type { AdmissionPlugin, AdmissionReader } from '../plugin.ts'
import type { Invocation } from './admission-review.ts'
import { type Asking, askWebhook, checkDeadline } from './ask-webhook.ts'
import { CallingError, failedClosed } from './webhook-error.ts'
import { type PlannedWebhook, invocationOf } from './webhook-plan.ts'

export const allOperations: ReadonlySet<Operation> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])

/** Dependencies of both webhook plugins. */
export interface Webhooks {
  readonly followed: Followed<readonly PlannedWebhook[]>
  readonly asking: Asking
  readonly authorizer: Authorizer
  readonly definitions: () => readonly ResourceDefinition[]
}

/** Calls all matching webhooks concurrently. One denial refuses the request. [WH8] */
export const validatingWebhooks = ({ followed, asking, authorizer, definitions }: Webhooks): AdmissionPlugin => ({
  name: 'ValidatingAdmissionWebhook',
  operations: allOperations,
  async validate(attributes, reader) {
    const read = followed.read()
    const hooks = read instanceof Promise ? await read : read
    if (hooks.length === 0 || isExempt(attributes)) return
    const concerned: { readonly planned: PlannedWebhook; readonly invocation: Invocation }[] = []
    for (const planned of hooks) {
      const invocation = await invocationOf(planned, attributes, { definitions, reader, authorizer })
      if (invocation !== null) concerned.push({ planned, invocation })
    }
    const answers = await Promise.allSettled(
      concerned.map(({ planned, invocation }, at) => ask(planned, { attributes, invocation, asking, reader, at })),
    )
    const refused = answers.find((answer) => answer.status === 'rejected')
    if (refused !== undefined) throw refused.reason
  },
})

interface Asked {
  readonly attributes: Attributes
  readonly invocation: Invocation
  readonly asking: Asking
  readonly reader: AdmissionReader
  readonly at: number
}

async function ask(planned: PlannedWebhook, asked: Asked): Promise<void> {
  const { attributes, invocation, asking, reader, at } = asked
  let outcome = 'allowed'
  await attributes.timed(
    () => `webhook ${planned.name}: ${outcome}`,
    async () => {
      try {
        await askWebhook(planned, attributes, invocation, { asking, reader, mutating: false })
      } catch (error) {
        if (!(error instanceof CallingError)) throw error
        checkDeadline(attributes, asking)
        if (planned.hook.failurePolicy !== 'Ignore') throw failedClosed(error)
        outcome = `failed open: ${error.message}`
        attributes.annotate(`failed-open.validating.webhook.admission.orch.io/round_0_index_${at}`, planned.name)
      }
    },
  )
}
