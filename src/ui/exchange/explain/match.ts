import type { Status } from '#api/status.ts'

type Test = (status: Status) => boolean

/** A Status with this reason, and where given with words of the server's text. */
export const reason =
  (name: string, words?: RegExp): Test =>
  (status) =>
    status.reason === name && (words === undefined || words.test(status.message ?? ''))

/** A Status with a cause of this reason. */
export const cause =
  (name: string): Test =>
  (status) =>
    causesOf(status).some((one) => one.reason === name)

export const causesOf = (status: Status) => status.details?.causes ?? []

/** A refused field of that name, and where given with words of its text. */
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
