import { currentCluster } from '#ui/model/current-cluster.ts'
import { readSaved, save } from '#ui/model/saved.ts'

/** A request of the learner, for the comparison with the answer. */
export interface SentRequest {
  /** Method, path and query. */
  readonly line: string
  /** The body; `''` for none, or for one that is too long to keep. */
  readonly body: string
  readonly code: number
  /** The version that it read or wrote; `''` for none. */
  readonly version: string
}

/** A lesson that is being played: it has a cluster of its own. */
export interface OpenLesson {
  readonly id: string
  readonly cluster: string
  /** Index of the step; the number of steps when the lesson is done. */
  readonly step: number
  /** The requests that others send in the step were sent. */
  readonly isBegun: boolean
  readonly isStepDone: boolean
  /** Objects up to this revision are the server's own. */
  readonly base: number
  /** JSON of the values that earlier steps kept, by name. */
  readonly kept: Readonly<Record<string, string>>
  /** The learner's requests by step. */
  readonly counts: readonly number[]
  /** Those requests by step. */
  readonly exchanges?: readonly (readonly SentRequest[])[]
  /** Marks of those requests, oldest first. */
  readonly marks: readonly string[]
  /** The cluster that the person left for it; `''` for the first. */
  readonly returnTo: string
  readonly changedMs: number
  /** The time of its first step. */
  readonly startedMs?: number
  /** True if it plays by itself: it is no progress of the person. */
  readonly isDemo?: boolean
}

/** A play of no lesson, before its first step. */
export const emptyPlay: OpenLesson = {
  id: '',
  cluster: '',
  step: 0,
  isBegun: false,
  isStepDone: false,
  base: 0,
  kept: {},
  counts: [],
  marks: [],
  returnTo: '',
  changedMs: 0,
}

/** The best result of a lesson. */
export interface DoneLesson {
  readonly requests: number
  readonly marks: readonly string[]
}

/** Progress in this browser. Never sent anywhere. [LSN12] */
export interface LessonProgress {
  readonly format: 'orchard-lessons/1'
  readonly done: Readonly<Record<string, DoneLesson>>
  /** By cluster. */
  readonly open: Readonly<Record<string, OpenLesson>>
}

const noProgress: LessonProgress = { format: 'orchard-lessons/1', done: {}, open: {} }

export const readProgress = (): LessonProgress => readSaved('lessons', noProgress)

/** Stores a change of the progress, on top of what other tabs stored. */
export function changeProgress(change: (progress: LessonProgress) => LessonProgress): LessonProgress {
  const next = change(readProgress())
  save('lessons', next)
  return next
}

/** Returns the lesson that is played in the cluster of this tab, if one is. */
export function lessonHere(): OpenLesson | undefined {
  const { open } = readProgress()
  const cluster = currentCluster()
  return Object.hasOwn(open, cluster) ? open[cluster] : undefined
}

/** The play of a lesson that the person has not ended; demos are nobody's. */
export const playOf = ({ open }: LessonProgress, id: string, steps: number): OpenLesson | undefined =>
  Object.values(open).find((play) => play.id === id && play.step < steps && play.isDemo !== true)

/** The requests of a play so far. */
export const requestsOf = ({ counts }: Pick<OpenLesson, 'counts'>): number =>
  counts.reduce((sum, count) => sum + count, 0)
