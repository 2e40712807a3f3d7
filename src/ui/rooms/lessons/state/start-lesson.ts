import { errorText } from '#api/error-text.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { type ClusterInfo, CLUSTERS_PATH } from '#facts/clusters-api.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { openPlay, solveStep } from '#lesson/play.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import {
  changeProgress,
  emptyPlay,
  lessonHere,
  type OpenLesson,
  playOf,
  readProgress,
} from '#ui/lab/lesson-progress.ts'
import { lessonById } from './catalogue.ts'
import type { DemoAsked } from './demo-asked.ts'
import { dropCluster, renameCluster, sendTo, settleCluster, showCluster } from './lesson-cluster.ts'

const printKept = (kept: Readonly<Record<string, Json>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, printExactJson(value)]))

/** Brings a fresh cluster to the beginning of a step, by the answers of the steps before. */
async function prepare(
  lab: Lab,
  lesson: Lesson,
  step: number,
  cluster: string,
): Promise<Pick<OpenLesson, 'base' | 'kept'>> {
  const ending = new AbortController()
  try {
    const play = await openPlay(lesson, sendTo(lab, cluster), ending.signal, (id) => lessonById(lab, id))
    for (const before of lesson.steps.slice(0, step)) await solveStep(play, before)
    return { base: play.base, kept: printKept(play.session.kept) }
  } finally {
    ending.abort()
  }
}

/** True for a play whose last step is done. */
const isEnded = (lab: Lab, { id, step }: OpenLesson): boolean => step >= (lessonById(lab, id)?.steps.length ?? 0)

/** The requests of earlier steps, which count on when a lesson is played again from a step. */
function requestsBefore(before: OpenLesson | undefined, step: number): Partial<OpenLesson> {
  if (before === undefined) return { startedMs: Date.now() }
  const { counts, exchanges = [], marks, startedMs = Date.now() } = before
  return { counts: counts.slice(0, step), exchanges: exchanges.slice(0, step), marks, startedMs }
}

/** The play of a lesson on a new cluster. */
function newPlay(
  { id }: Lesson,
  step: number,
  beginning: Pick<OpenLesson, 'cluster' | 'base' | 'kept'>,
  isDemo: boolean,
): OpenLesson {
  const here = lessonHere()
  return {
    ...emptyPlay,
    id,
    step,
    ...beginning,
    ...requestsBefore(here?.id === id && step > 0 ? here : undefined, step),
    returnTo: here?.returnTo ?? currentCluster(),
    changedMs: Date.now(),
    ...(isDemo ? { isDemo } : {}),
  }
}

/**
 * Starts a lesson at a step in a new cluster of its own, and shows it. The clusters of the play before, of the same lesson,
 * and of plays that are done, are deleted; a demo leaves the person's play as it is. Resolves with `''`, or with why it could not be started. [LSN13]
 */
export async function startLesson(lab: Lab, lesson: Lesson, step = 0, demo: DemoAsked | null = null): Promise<string> {
  const plays = Object.values(readProgress().open)
  const isReplaced = (play: OpenLesson) => play.id === lesson.id && (demo === null || play.isDemo === true)
  const ended = plays.filter((play) => isReplaced(play) || isEnded(lab, play))
  let made: ClusterInfo | null = null
  try {
    const title = `Lesson: ${lesson.title}`.slice(0, 63)
    made = await postJson<ClusterInfo>(lab.read, CLUSTERS_PATH, { title, from: { type: 'empty' } })
    const { name } = made
    const beginning = await prepare(lab, lesson, step, name)
    const open = newPlay(lesson, step, { ...beginning, cluster: name }, demo !== null)
    settleCluster(name, lesson)
    changeProgress((progress) => ({
      ...progress,
      open: {
        ...Object.fromEntries(
          Object.entries(progress.open).filter(([one]) => ended.every(({ cluster }) => cluster !== one)),
        ),
        [name]: open,
      },
    }))
    for (const { cluster } of ended) await dropCluster(lab, cluster)
    // The play before had the title until now. [MC3]
    if (made.title !== title) await renameCluster(lab, name, title)
    showCluster(name, '', demo === null ? {} : { demo: demo.id, pace: String(demo.pace) })
    return ''
  } catch (error) {
    if (made !== null) await dropCluster(lab, made.name)
    return errorText(error)
  }
}

/** Shows the cluster of a play, if it still exists; else starts the lesson anew at its step. */
export async function continueLesson(lab: Lab, lesson: Lesson, open: OpenLesson): Promise<string> {
  const { clusters } = await getJson<{ readonly clusters: readonly ClusterInfo[] }>(lab.read, CLUSTERS_PATH)
  const isThere = clusters.some(({ name, deletedMs }) => name === open.cluster && deletedMs === undefined)
  if (!isThere) return startLesson(lab, lesson, Math.min(open.step, lesson.steps.length - 1))
  showCluster(open.cluster)
  return ''
}

/** Goes on with the person's play of a lesson, or starts it. */
export function playLesson(lab: Lab, lesson: Lesson): Promise<string> {
  const mine = playOf(readProgress(), lesson.id, lesson.steps.length)
  return mine === undefined ? startLesson(lab, lesson) : continueLesson(lab, lesson, mine)
}

/** Forgets a play, and deletes its cluster. */
async function dropPlay(lab: Lab, cluster: string): Promise<void> {
  changeProgress((progress) => ({
    ...progress,
    open: Object.fromEntries(Object.entries(progress.open).filter(([name]) => name !== cluster)),
  }))
  await dropCluster(lab, cluster)
}

/** Ends a demo: the person plays its lesson. */
export async function takeOverDemo(lab: Lab, lesson: Lesson, { cluster }: OpenLesson): Promise<string> {
  const mine = playOf(readProgress(), lesson.id, lesson.steps.length)
  if (mine === undefined) return startLesson(lab, lesson)
  await dropPlay(lab, cluster)
  return continueLesson(lab, lesson, mine)
}

/** Ends a play: its cluster is deleted, and the person comes back to theirs. */
export async function endLesson(lab: Lab, { cluster, returnTo }: OpenLesson): Promise<void> {
  await dropPlay(lab, cluster)
  showCluster(returnTo, 'lessons')
}
