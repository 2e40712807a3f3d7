import { errorText } from '#api/error-text.ts'
import { printExactJson } from '#api/exact-json.ts'
import { type ClusterInfo, CLUSTERS_PATH } from '#facts/clusters-api.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { openPlay, personOf, solveStep } from '#lesson/play.ts'
import type { SendPath } from '#client/send-path.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { changeProgress, lessonHere, type OpenLesson, readProgress } from '#ui/lab/lesson-progress.ts'
import { saveFor } from '#ui/model/saved.ts'
import { lessonById } from './catalogue.ts'

/** Requests to another cluster than that of the tab. Each names its user. */
const sendTo =
  (lab: Lab, cluster: string): SendPath =>
  (path, init) =>
    lab.read(`/clusters/${cluster}${path}`, init)

/** Deletes the cluster of a play; it may be gone already. */
async function dropCluster(lab: Lab, cluster: string): Promise<void> {
  await getJson(lab.read, `${CLUSTERS_PATH}/${encodeURIComponent(cluster)}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error)) throw error
    },
  )
}

/** Shows a cluster in this tab; `''` is the first one. */
export function showCluster(cluster: string, room = ''): void {
  const query = new URLSearchParams()
  if (cluster !== '') query.set('cluster', cluster)
  if (room !== '') query.set('room', room)
  const text = query.toString()
  location.assign(`${location.pathname}${text === '' ? '' : `?${text}`}`)
}

const printKept = (kept: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, printExactJson(value as never)]))

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

/**
 * Starts a lesson at a step in a new cluster of its own, and shows it. The clusters of the play before, of the same lesson,
 * and of plays that are done, are deleted. Resolves with `''`, or with why it could not be started. [LSN13]
 */
export async function startLesson(lab: Lab, lesson: Lesson, step = 0): Promise<string> {
  const plays = Object.values(readProgress().open)
  const before = plays.filter(({ id }) => id === lesson.id)
  const ended = plays.filter((play) => play.id === lesson.id || isEnded(lab, play))
  const here = lessonHere()
  let made: ClusterInfo | null = null
  try {
    made = await postJson<ClusterInfo>(lab.read, CLUSTERS_PATH, {
      title: `Lesson: ${lesson.title}`.slice(0, 63),
      from: { type: 'empty' },
    })
    const { name } = made
    const beginning = await prepare(lab, lesson, step, name)
    const kept = before.find(({ cluster }) => cluster === currentCluster())
    const open: OpenLesson = {
      id: lesson.id,
      cluster: name,
      step,
      isBegun: false,
      isStepDone: false,
      ...beginning,
      counts: step === 0 ? [] : (kept?.counts.slice(0, step) ?? []),
      marks: step === 0 ? [] : (kept?.marks ?? []),
      returnTo: here?.returnTo ?? currentCluster(),
      changedMs: Date.now(),
    }
    saveFor(name, 'actor', personOf(lesson, ''))
    changeProgress((progress) => ({
      ...progress,
      open: {
        ...Object.fromEntries(
          Object.entries(progress.open).filter(([name]) => ended.every(({ cluster }) => cluster !== name)),
        ),
        [name]: open,
      },
    }))
    for (const { cluster } of ended) await dropCluster(lab, cluster)
    showCluster(name)
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

/** Ends a play: its cluster is deleted, and the person comes back to theirs. */
export async function endLesson(lab: Lab, { cluster, returnTo }: OpenLesson): Promise<void> {
  changeProgress((progress) => ({
    ...progress,
    open: Object.fromEntries(Object.entries(progress.open).filter(([name]) => name !== cluster)),
  }))
  await dropCluster(lab, cluster)
  showCluster(returnTo, 'lessons')
}
