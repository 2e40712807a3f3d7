import type { Json } from '#api/json.ts'

/**
 * A lesson as its folder describes it: `lesson.yaml`, `text.md` and `seed/*.yaml`. docs/lessons.md describes the files. In
 * texts, paths, headers and bodies `<<EXPRESSION>>` stands for the value of a CEL expression at that moment.
 */
export interface Lesson {
  readonly id: string
  readonly title: string
  readonly group: string
  /** What one will see, in one line. */
  readonly about: string
  readonly minutes: number
  /** The number of requests with which it can be done. */
  readonly par: number
  /** Its place among the lessons of its group. */
  readonly order: number
  /** The room in which its first step is played. */
  readonly room: string
  /** The lesson whose end is its beginning; `''`: its own seed. */
  readonly from: string
  /** Sections of the specification that it teaches, as docs/lessons.md names them. */
  readonly sections: readonly string[]
  /** The marks of its small picture, in order. */
  readonly picture: readonly Mark[]
  /** Who the learner is at first. */
  readonly me: string
  readonly people: readonly Person[]
  readonly steps: readonly LessonStep[]
  /** The words before the first step, Markdown. */
  readonly text: string
  /** Objects that are there before the first step, in the order of their files. */
  readonly seed: readonly SeedFile[]
}

export const marks = [
  'create',
  'update',
  'patch',
  'apply',
  'delete',
  'asked',
  'refused',
  'watch',
  'bookmark',
  'gone',
  'page',
  'read',
  'dry',
  'deny',
  'allow',
  'skip',
  'token',
  'budget',
] as const
export type Mark = (typeof marks)[number]

export interface Person {
  readonly name: string
  readonly groups: readonly string[]
}

export interface SeedFile {
  readonly name: string
  readonly text: string
}

export interface LessonStep {
  readonly title: string
  /** Markdown, at most {@link wordsMax} words. */
  readonly say: string
  /** The panel to look at; `''` for none. */
  readonly focus: string
  /** The room of the step; `''`: that of the step before. */
  readonly room: string
  /** Requests that the player sends when the step begins: what others do. They are not counted. */
  readonly scene: readonly LessonRequest[]
  /** Put into the editor when the person asks for it, never sent. */
  readonly attempt: LessonRequest | null
  readonly expect: readonly Expectation[]
  readonly hints: readonly string[]
  /** Requests that solve the step, in order; empty for a lesson without answers. */
  readonly answer: readonly LessonRequest[]
  readonly wrong: readonly LikelyMistake[]
  /** Values for later steps: the variable `kept`, evaluated when the step is done. */
  readonly keep: Readonly<Record<string, string>>
  /** Why, in one line. */
  readonly after: string
}

export const wordsMax = 60

/** A condition of a step with the words beside its box. */
export interface Expectation {
  readonly is: string
  readonly say: string
}

/** A mistake that people make, and what to say to it. */
export interface LikelyMistake {
  /** True when the mistake was made. */
  readonly when: string
  readonly say: string
  /** Requests that make the mistake, for the test of the lesson. */
  readonly by: readonly LessonRequest[]
}

export interface LessonRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Who sends it; `''`: the learner. */
  readonly as: string
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` for none. A text is sent as it is, any other value as JSON. */
  readonly body: Json | undefined
}

/** The files of a lesson's folder, by path below it. */
export type LessonFiles = Readonly<Record<string, string>>
