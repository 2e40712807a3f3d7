import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { Attributes } from '../attributes.ts'
import { shownName } from './policy-denial.ts'

/** A policy that could not be asked, or could not do what it should. */
export interface PolicyFailure {
  readonly policy: { readonly name: string; readonly failurePolicy: string }
  /** `null` where the policy itself is at fault. */
  readonly binding: string | null
  readonly message: string
  readonly reason: 'Forbidden' | 'Invalid'
}

/**
 * The refusal of a request whose policies have failed, unless they say that this is to be ignored: the first one's words and
 * reason, the code of Forbidden, and all as causes. [MAP8]
 */
export function failedPolicies(attributes: Attributes, failures: readonly PolicyFailure[]): ApiError | null {
  const counted = failures.filter(({ policy }) => policy.failurePolicy !== 'Ignore')
  const [first] = counted
  if (first === undefined) return null
  const { details } = forbiddenRequest(attributes.definition, shownName(attributes), '').extras
  const causes = counted.map((failure) => ({ message: messageOf(failure) }))
  return new ApiError(first.reason, messageOf(first), { code: 403, details: { ...details, causes } })
}

const messageOf = ({ policy: { name }, binding, message }: PolicyFailure): string =>
  binding === null
    ? `policy ${JSON.stringify(name)} denied request: ${message}`
    : `policy '${name}' with binding '${binding}' denied request: ${message}`
