import type { Status } from '#api/status.ts'

type Test = (status: Status) => boolean

/** Matches a Status with this reason and, if given, words of the message. */
export const reason =
  (name: string, words?: RegExp): Test =>
  (status) =>
    status.reason === name && (words === undefined || words.test(status.message ?? ''))

/** Matches a Status with a cause of this reason. */
export const cause =
  (name: string): Test =>
  (status) =>
    causesOf(status).some((one) => one.reason === name)

export const causesOf = (status: Status) => status.details?.causes ?? []

/** Matches a Status with a cause for this field and, if given, words of its message. */
export const field =
  (name: string, words?: RegExp): Test =>
  (status) =>
    causesOf(status).some((one) => one.field === name && (words === undefined || words.test(one.message ?? '')))

export const both =
  (...tests: readonly Test[]): Test =>
  (status) =>
    tests.every((test) => test(status))

export const nameOf = (status: Status): string => status.details?.name ?? 'the object'
export const kindOf = (status: Status): string => status.details?.kind ?? 'resource'
