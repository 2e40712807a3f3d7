import type { JsonObject } from './json.ts'

export interface StatusCause extends JsonObject {
  reason?: string
  message?: string
  field?: string
}

export interface StatusDetails extends JsonObject {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}

/** The body of every response that is not an object: errors, and some successes. */
export interface Status extends JsonObject {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: JsonObject
  status: 'Success' | 'Failure'
  message?: string
  reason?: string
  details?: StatusDetails
  code: number
}
