import { ApiError, badRequest, internalError } from '#api/api-error.ts'
import { type JsonObject, isObject, textOf } from '#api/json.ts'
import type { StatusDetails } from '#api/status.ts'

/** A failed webhook call or an unusable response. The failure policy decides whether it refuses the request. */
export class CallingError extends Error {
  override readonly name = 'CallingError'

  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${why}`)
  }
}

/** Returns the refusal of a request whose webhook failed with failure policy `Fail`. */
export const failedClosed = ({ message }: CallingError): ApiError => internalError(message)

const lowestRefusal = 400

/** Returns the refusal of a request that a webhook denied: the webhook's own Status with a prefix. [WH3] */
export function denial(webhook: string, result: JsonObject | null): ApiError {
  const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`
  const { code, reason, details, message } = result ?? {}
  const why = textOf(message) === '' ? textOf(reason) : textOf(message)
  return new ApiError('BadRequest', why === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`, {
    code: typeof code === 'number' && code >= lowestRefusal ? code : lowestRefusal,
    reasonText: textOf(reason),
    ...(isObject(details) ? { details: details as StatusDetails } : {}),
  })
}

export const noDryRun = (webhook: string): ApiError =>
  badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`)
