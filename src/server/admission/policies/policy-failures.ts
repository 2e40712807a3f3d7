import { ApiError, forbiddenRequest } from '#api/api-error.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import { shownName } from '#server/admission/chain/policy-denial.ts'

/** A policy that could not be evaluated or applied. */
export interface PolicyFailure {
  readonly policy: { readonly name: string; readonly failurePolicy: string }
  /** `null` if the policy itself failed. */
  readonly binding: string | null
  readonly message: string
  readonly reason: 'Forbidden' | 'Invalid'
}

/**
 * Returns the refusal of a request whose policies failed, except those with failure policy `Ignore`: message and
 * reason of the first failure, the code of Forbidden, and all failures as causes. [MAP8]
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
