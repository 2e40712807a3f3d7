import { requestTimeout } from '#api/api-error.ts'
import { tracedFetch } from '#api/call-trace.ts'
import type { JsonObject } from '#api/json.ts'
import { type Outbound, type WebhookCall, WebhookCallError, callWebhook } from '#server/egress/webhook-call.ts'
import { admissionTypeProblem } from '#server/egress/review-types.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionReader } from '#server/admission/chain/plugin.ts'
import {
  type Invocation,
  type ReviewAnswer,
  admissionReview,
  readReview,
} from '#server/admission/dynamic/admission-review.ts'
import { CallingError, denial, noDryRun } from './webhook-error.ts'
import type { PlannedWebhook } from './webhook-plan.ts'

/** Dependencies of webhook calls. */
export interface Dispatcher extends Outbound {
  /** Generates the uid of each review. */
  readonly uid: () => string
}

const known = ['v1', 'v1beta1']
const harmless = ['None', 'NoneOnDryRun']
const defaultTimeoutSeconds = 10

/** The webhook's own timeout, limited by the remaining time of the request. [WH4] */
const timeoutOf = (seconds = defaultTimeoutSeconds, { deadlineMs }: Attributes, nowMs: number): number =>
  Math.min(seconds * 1000, deadlineMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadlineMs - nowMs))

/** Refuses a request that has timed out, whatever the failure policy. @throws ApiError Timeout [WH4] */
export function checkDeadline({ deadlineMs }: Attributes, { clock }: Dispatcher): void {
  if (deadlineMs !== undefined && clock.now() >= deadlineMs) throw requestTimeout()
}

/**
 * Calls one webhook for a request and passes on its warnings and audit annotations. Returns the response if it allows
 * the request. [WH1] [WH7]
 * @throws CallingError if the call fails; ApiError for a denial, or for a dry run that the webhook does not support
 */
export async function dispatchWebhook(
  { hook, name }: PlannedWebhook,
  attributes: Attributes,
  invocation: Invocation,
  {
    dispatcher,
    reader,
    mutating,
  }: { readonly dispatcher: Dispatcher; readonly reader: AdmissionReader; readonly mutating: boolean },
): Promise<ReviewAnswer> {
  if (attributes.dryRun && !harmless.includes(hook.sideEffects ?? '')) throw noDryRun(name)
  const version = (hook.admissionReviewVersions ?? []).find((each) => known.includes(each))
  if (version === undefined)
    throw new CallingError(
      name,
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
  const uid = dispatcher.uid()
  const call = {
    config: hook.clientConfig ?? {},
    timeoutMs: timeoutOf(hook.timeoutSeconds, attributes, dispatcher.clock.now()),
    review: await admissionReview(attributes, invocation, { uid, version }),
  }
  const outbound = { ...dispatcher, fetch: tracedFetch(dispatcher.fetch, attributes.trace) }
  const answer = readReview(await callNamed(name, call, outbound, reader), { uid, version, mutating })
  if (typeof answer === 'string') throw new CallingError(name, `received invalid webhook response: ${answer}`)
  for (const [key, value] of Object.entries(answer.auditAnnotations)) attributes.annotate(`${name}/${key}`, value)
  for (const text of answer.warnings) attributes.warn(text)
  if (!answer.allowed) throw denial(name, answer.result)
  return answer
}

/** @throws CallingError */
async function callNamed(
  name: string,
  call: WebhookCall,
  outbound: Outbound,
  reader: AdmissionReader,
): Promise<JsonObject> {
  try {
    const review = await callWebhook(call, outbound, async (namespace, service) =>
      reader.get({ group: '', resource: 'services' }, namespace, service),
    )
    const problem = admissionTypeProblem(review)
    if (problem === null) return review
    throw new WebhookCallError('call', problem)
  } catch (error) {
    if (!(error instanceof WebhookCallError)) throw error
    const heading = error.stage === 'client' ? 'could not get REST client' : 'failed to call webhook'
    throw new CallingError(name, `${heading}: ${error.message}`)
  }
}
