import type { Change } from './changes.ts'

/** One request of a recording, with its response and its changes. */
export interface Recorded {
  /** Its number in the recording, from 1. */
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly actor: string
  readonly groups: readonly string[]
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** `''` for none. */
  readonly body: string
  /** The verb that the server reported: `get`, `list`, `watch`, `update`; `''` if it reported none. */
  readonly verb: string
  readonly code: number
  readonly reason: string
  /** The object whose version the answer holds; `null` for another answer. */
  readonly answered: ObjectVersion | null
  /** The version of the request's object before the request; `''` if it did not exist. */
  readonly liveVersion: string
  /** The mark that it adds to the picture of the lesson. */
  readonly mark: string
  readonly changes: readonly Change[]
}

export interface ObjectVersion {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly version: string
}

/** Requests that a recording keeps. */
export const recordedMax = 200
