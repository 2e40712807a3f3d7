import type { Json } from '#api/json.ts'

/**
 * A lesson as its folder describes it: `lesson.yaml`, `text.md`, `seed/*.yaml`, `config/*.yaml`, `actors/*.yaml` and `cassette.jsonl`. docs/lessons.md describes the files. In
 * texts, paths, headers and bodies `<<EXPRESSION>>` stands for the value of a CEL expression at that moment.
 */
export interface Lesson {
  readonly id: string
  readonly title: string
  readonly group: string
  /** One line for the card of the lesson: what the learner observes in it. */
  readonly about: string
  readonly minutes: number
  /** The number of requests that its answers need. */
  readonly par: number
  /** Its place among the lessons of its group. */
  readonly order: number
  /** The room in which its first step is played. */
  readonly room: string
  /** Id of the lesson at whose end this one begins; `''` for a lesson that begins with its own seed only. */
  readonly from: string
  /** Sections of the specification that it teaches, as docs/lessons.md names them. */
  readonly sections: readonly string[]
  /** The marks of the small picture on its card, in order. */
  readonly picture: readonly Mark[]
  /** The user as whom the learner acts when the lesson begins. */
  readonly me: string
  readonly people: readonly Person[]
  readonly steps: readonly LessonStep[]
  /** The introduction that is shown before the first step, Markdown. */
  readonly text: string
  /** Objects that are created before the first step, in the order of their files. */
  readonly seed: readonly SeedFile[]
  /** Configuration files of the server that are put in force before the first step. */
  readonly configs: readonly SeedFile[]
  /** Simulated clients that act on the lesson's cluster from the first step on. */
  readonly actors: readonly SeedFile[]
  /** Recorded answers for requests below `/recorded`; `''` for none. */
  readonly cassette: string
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
  /** Id of the panel that the step opens; `''` for none. */
  readonly focus: string
  /** Path of the object that is selected when the step begins; `''` for none. [LSN34] */
  readonly mark: string
  /** The room in which the step is played; `''` keeps the room of the step before. */
  readonly room: string
  /** Requests of other users, which the player sends when the step begins. They do not count against par. */
  readonly scene: readonly LessonRequest[]
  /** A request that is put into the editor when the learner asks for it. It is never sent by itself. */
  readonly attempt: LessonRequest | null
  readonly expect: readonly Expectation[]
  readonly hints: readonly string[]
  /** Requests that solve the step, in order; empty for a lesson without answers. */
  readonly answer: readonly LessonRequest[]
  readonly wrong: readonly LikelyMistake[]
  /** Values for later steps: the variable `kept`, evaluated when the step is done. */
  readonly keep: Readonly<Record<string, string>>
  /** One line, shown when the step is done, that gives the reason for what happened. */
  readonly after: string
}

export const wordsMax = 60

/** A condition of a step, with the text beside its checkbox. */
export interface Expectation {
  readonly is: string
  readonly say: string
}

/** A likely mistake, and the text that is shown to a learner who makes it. */
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
  /** Name of the user who sends the request; `''` for the learner. */
  readonly as: string
  readonly headers: Readonly<Record<string, string>>
  /** The body; `undefined` for none. A text is sent unchanged, any other value as JSON. */
  readonly body: Json | undefined
}

/** The files of a lesson's folder, by their path within it. */
export type LessonFiles = Readonly<Record<string, string>>
