import { soon } from '#api/waiting/soon.ts'
import { internalError } from '#api/api-error.ts'
import { goJson } from '#api/field-error.ts'
import { type JsonObject, deepEqual } from '#api/json.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { allOperations, isExempt } from '#server/admission/dynamic/match-request.ts'
import { objectKind, replaceContent, shownAs, toVersion } from '#server/admission/dynamic/versioned.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import type { Rounds } from '#server/admission/chain/rounds.ts'
import type { Invocation } from '#server/admission/dynamic/admission-review.ts'
import { applyReviewPatch, readReviewPatch } from './apply-review-patch.ts'
import { type Dispatcher, dispatchWebhook, checkDeadline } from './dispatch-webhook.ts'
import type { Webhooks } from './validating-webhooks.ts'
import { CallingError, failedClosed } from './webhook-error.ts'
import { type PlannedWebhook, invocationOf } from './webhook-plan.ts'

const name = 'MutatingAdmissionWebhook'

/** Calls the matching webhooks in order. Each sees the changes of those before it. [WH9] [DA10] */
export const mutatingWebhooks = (ports: Webhooks): AdmissionPlugin => ({
  name,
  operations: allOperations,
  mutate: (attributes, reader, rounds) =>
    soon(ports.followed.read(), (hooks) =>
      hooks.length === 0 || isExempt(attributes) ? undefined : callInTurn(ports, hooks, { attributes, reader, rounds }),
    ),
})

async function callInTurn(
  { dispatcher, authorizer, definitions }: Webhooks,
  hooks: readonly PlannedWebhook[],
  { attributes, reader, rounds }: Pick<Context, 'attributes' | 'reader' | 'rounds'>,
): Promise<void> {
  const again = rounds.of(name)
  again.begin(attributes.object)
  for (const [at, planned] of hooks.entries()) {
    const invocation = await invocationOf(planned, attributes, { definitions, reader, authorizer })
    if (invocation !== null) await dispatchInTurn(planned, { attributes, invocation, dispatcher, reader, rounds, at })
  }
  again.end(attributes.object)
}

async function dispatchInTurn(planned: PlannedWebhook, context: Context): Promise<void> {
  const { rounds } = context
  const again = rounds.of(name)
  if (!again.isDue(planned.id)) return
  if (await dispatch(planned, context)) {
    again.changed()
    rounds.again()
  }
  if (planned.hook.reinvocationPolicy === 'IfNeeded') again.requestReinvocation(planned.id)
}

interface Context {
  readonly attributes: Attributes
  readonly invocation: Invocation
  readonly dispatcher: Dispatcher
  readonly reader: AdmissionReader
  readonly rounds: Rounds
  readonly at: number
}

/** Reports whether the webhook changed the object. */
async function dispatch(planned: PlannedWebhook, context: Context): Promise<boolean> {
  const { attributes, rounds, at } = context
  const place = `round_${rounds.isSecond ? 1 : 0}_index_${at}`
  let outcome = 'allowed'
  return attributes.timed(
    () => `webhook ${planned.name}: ${outcome}`,
    async () => {
      let changed = false
      try {
        changed = await dispatchAndPatch(planned, context, place)
        outcome = changed ? 'changed the object' : 'allowed'
      } catch (error) {
        if (!(error instanceof CallingError)) throw error
        checkDeadline(attributes, context.dispatcher)
        if (planned.hook.failurePolicy !== 'Ignore') throw failedClosed(error)
        outcome = `failed open: ${error.message}`
        attributes.annotate(`failed-open.mutation.webhook.admission.orch.io/${place}`, planned.name)
      } finally {
        note(attributes, `mutation.webhook.admission.orch.io/${place}`, planned, { mutated: changed })
      }
      return changed
    },
  )
}

const note = (
  { annotate }: Attributes,
  key: string,
  { configuration, name: webhook }: PlannedWebhook,
  more: JsonObject,
): void => annotate(key, goJson({ configuration, webhook, ...more }))

/** The original keeps the members of an operation in a map, which it prints in the order of their names. */
const sortedMembers = (operation: JsonObject | null): JsonObject | null =>
  operation && Object.fromEntries(Object.entries(operation).toSorted(([a], [b]) => (a < b ? -1 : 1)))

async function dispatchAndPatch(planned: PlannedWebhook, context: Context, place: string): Promise<boolean> {
  const { attributes, invocation, dispatcher, reader } = context
  const answer = await dispatchWebhook(planned, attributes, invocation, { dispatcher, reader, mutating: true })
  if (answer.patch === '') return false
  const patch = readReviewPatch(planned.name, answer.patch)
  if (patch.operations.length === 0) return false
  const { object, definition, subresource } = attributes
  if (object === null)
    throw internalError(
      `admission webhook ${JSON.stringify(planned.name)} attempted to modify the object, which is not supported for this operation`,
    )
  if (answer.patchType !== 'JSONPatch')
    throw new CallingError(planned.name, `unsupported patch type ${JSON.stringify(answer.patchType)}`)
  const shown = await shownAs(object, definition, invocation)
  const next = applyReviewPatch(patch, shown, invocation.kind)
  note(attributes, `patch.webhook.admission.orch.io/${place}`, planned, {
    patch: patch.operations.map(sortedMembers),
    patchType: 'JSONPatch',
  })
  const changed = !deepEqual(shown, canonicalObject(invocation.kind, next))
  const kind = objectKind(definition, subresource)
  if (changed) replaceContent(object, await toVersion(next, invocation.definition, { definition, kind }))
  return changed
}
