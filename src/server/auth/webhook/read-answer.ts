import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { OutboundAnswer } from '#server/auth/outbound.ts'
import type { ReviewVersion } from './webhook-config.ts'

/** The verdict of a webhook on a review. */
export interface Verdict {
  readonly allowed: boolean
  readonly denied: boolean
  readonly reason: string
}

/** Parses a verdict. @throws Error with a message for the operator if the answer is not a review. [AZ4] */
export function readVerdict(answer: OutboundAnswer, version: ReviewVersion): Verdict {
  const review = parse(answer.text)
  const { apiVersion, kind } = review
  // An answer without apiVersion and kind counts as a review of the requested version, as in the reference.
  const hasNoType = (apiVersion === undefined || apiVersion === '') && (kind === undefined || kind === '')
  if (!hasNoType && (kind !== 'SubjectAccessReview' || apiVersion !== `authorization.orch.io/${version}`))
    throw new Error(
      `the answer is ${JSON.stringify(kind ?? '')} of ${JSON.stringify(apiVersion ?? '')}, not SubjectAccessReview of "authorization.orch.io/${version}"`,
    )
  const status = review['status'] ?? {}
  if (!isObject(status)) throw new Error('the status of the answer is no object')
  return { allowed: flag(status, 'allowed'), denied: flag(status, 'denied'), reason: text(status, 'reason') }
}

function parse(body: string): JsonObject {
  let value: Json
  try {
    value = JSON.parse(body) as Json
  } catch (error) {
    throw new Error(`the answer is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  if (!isObject(value)) throw new Error('the answer is no JSON object')
  return value
}

function flag(status: JsonObject, name: string): boolean {
  const value = status[name] ?? false
  if (typeof value !== 'boolean') throw new Error(`status.${name} of the answer is no bool`)
  return value
}

function text(status: JsonObject, name: string): string {
  const value = status[name] ?? ''
  if (typeof value !== 'string') throw new Error(`status.${name} of the answer is no string`)
  return value
}
