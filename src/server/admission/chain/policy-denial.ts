import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { Attributes } from './attributes.ts'

/** Returns the name for error messages: the name, else `generateName`, else `Unknown`. */
export function shownName({ name, object }: Attributes): string {
  if (name !== '') return name
  if (object === null) return 'Unknown'
  const { name: own = '', generateName = '' } = object.metadata
  return own !== '' ? own : generateName !== '' ? generateName : 'Unknown'
}

const codes = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413, Invalid: 422 } as const

type Reason = keyof typeof codes

const isReason = (text: string): text is Reason => Object.hasOwn(codes, text)

/** Returns a 403-style refusal with the reason and code that the policy specifies. [VAP9] */
export function policyDenial(attributes: Attributes, message: string, reason: string): ApiError {
  const plain = forbiddenRequest(attributes.definition, shownName(attributes), message)
  const chosen = isReason(reason) ? reason : 'Invalid'
  return new ApiError(chosen, plain.message, {
    code: codes[chosen],
    details: { ...plain.extras.details, causes: [{ message }] },
  })
}
