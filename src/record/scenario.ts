import { printExactJson } from '#api/exact-json.ts'
import type { Json, JsonObject } from '#api/json.ts'

/**
 * A recording as a list of requests with what must hold of their answers. It is also a file: JSON with `format`
 * `orchard-scenario/1`. docs/recordings.md describes it.
 *
 * A text `<<NAME.version>>`, in a path or a body, stands for the resourceVersion of the answer to the step `NAME`.
 */
export interface Scenario {
  readonly format: 'orchard-scenario/1'
  readonly title: string
  /** Objects that must be there before the first step. */
  readonly given: readonly Given[]
  /** Paths of objects that must not be there before the first step. */
  readonly absent: readonly string[]
  readonly steps: readonly Step[]
}

export interface Given {
  /** `given1`, `given2` */
  readonly name: string
  readonly collection: string
  readonly path: string
  readonly object: JsonObject
}

export interface Step {
  /** `step1`, `step2` */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Absent without a body. */
  readonly contentType?: string
  readonly body?: Json
  readonly expect: Expectation
}

/** Conditions on an answer. They never contain a uid or a time. */
export interface Expectation {
  readonly status: number
  /** Relation of the answer's resourceVersion to that of an earlier answer. */
  readonly version?: VersionRelation
}

export interface VersionRelation {
  /** `notOlder`: the same or newer. */
  readonly is: 'newer' | 'same' | 'notOlder'
  /** A step or a given object. */
  readonly than: string
}

/** The words of a relation, as the titles of checks show them. */
export const relationText = ({ is, than }: VersionRelation): string =>
  is === 'same' ? `the version of ${than}` : is === 'newer' ? `newer than ${than}` : `not older than ${than}`

/** The placeholder for the version of an answer. */
export const versionMark = (name: string): string => `<<${name}.version>>`

const marks = /<<([a-z]+\d+)\.version>>/g

/** Replaces marks in `text` by `replace(name)`. */
export const replaceMarks = (text: string, replace: (name: string) => string): string =>
  text.replace(marks, (_mark, name: string) => replace(name))

/** Returns the file of a scenario. */
export const scenarioFile = (scenario: Scenario): string => `${printExactJson(scenario, 2)}\n`
