import { ApiError } from '#api/api-error.ts'
import type { AdmissionTrial, WritesTrial } from '#facts/admission-trial-api.ts'
import type { ServerContext } from '#server/endpoints/call/server-context.ts'
import type { RequestContext } from '#server/request/request-context.ts'
import { readTrialRequest } from '#server/trials/read-request.ts'
import { readOptions } from './controls.ts'
import type { Simulator } from './simulator.ts'

/** A request has at most as many bytes as one that writes an object, for the draft and its samples together. */
const bytesMax = 3 * 1024 * 1024

interface Asked {
  readonly simulator: Simulator
  /** `admission` or `writes`. */
  readonly word: string
}

/** Tries a policy or a definition that is not in force. facts/admission-trial-api.ts. @throws ApiError [PTR1] */
export async function tryDraft(
  context: RequestContext,
  server: ServerContext,
  { simulator, word }: Asked,
): Promise<AdmissionTrial | WritesTrial> {
  if (word !== 'admission' && word !== 'writes') throw new ApiError('NotFound', `there is no trial of ${word}`)
  const request = readTrialRequest(await readOptions(context, bytesMax))
  if (word === 'admission') return (await import('#server/trials/admission-trial.ts')).tryAdmission(request, server)
  return (await import('./recent-writes.ts')).tryRecentWrites(request, server, simulator.userNamed)
}
