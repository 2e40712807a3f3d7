import { ApiError } from '#api/api-error.ts'
import { deepEqual, type JsonObject } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { AdmissionSample, SampleTrial } from '#facts/admission-trial-api.ts'
import type { Observed } from './observed.ts'
import type { Sent } from './trial-attributes.ts'

/** Tries a draft on one write. */
export type TrySample = (sample: AdmissionSample) => Promise<SampleTrial>

/** The end of a trial of one sample. */
export interface Ended extends Sent {
  readonly isAsked: boolean
  /** `null` if the draft admitted the write. */
  readonly refusal: ApiError | null
  readonly observed: Observed
  /** The object before and after the draft changed it; both `null` for drafts that change nothing. */
  readonly before: ApiObject | null
  readonly after: ApiObject | null
}

/** Returns the answer about one sample. [PTR1] */
export function sampleTrial(ended: Ended): SampleTrial {
  const { isAsked, refusal, observed, before, after, warnings, annotations } = ended
  const isChanged = refusal === null && after !== null && !deepEqual(before ?? undefined, after)
  return {
    outcome: !isAsked ? 'not-asked' : refusal !== null ? 'refused' : isChanged ? 'changed' : 'admitted',
    ...answerOf(refusal),
    warnings,
    annotations: Object.fromEntries(annotations),
    expressions: observed.list(),
    cost: observed.cost(),
    object: isChanged ? (after as JsonObject) : null,
  }
}

type Answer = Pick<SampleTrial, 'code' | 'reason' | 'message' | 'causes' | 'status'>

function answerOf(refusal: ApiError | null): Answer {
  if (refusal === null) return { code: 200, reason: '', message: '', causes: [], status: null }
  const { code, reason, message, extras } = refusal
  const causes = extras.details?.causes ?? []
  return {
    code,
    reason,
    message,
    causes: causes.map((cause) => ({ field: cause.field ?? '', message: cause.message ?? '' })),
    status: refusal.toStatus() as Status & JsonObject,
  }
}

/** Runs work that may refuse. Returns the refusal; `null` for none. */
export async function refusalOf(work: () => Promise<unknown>): Promise<ApiError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
