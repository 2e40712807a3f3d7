import { errorText } from '#api/error-text.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { CLUSTERS_PATH, type ClusterInfo } from '#facts/clusters-api.ts'
import type { DebugObjects } from '#facts/debug-api.ts'
import { composeLesson } from '#lesson/build/compose.ts'
import { addRecorded, type LessonDraft } from '#lesson/build/draft.ts'
import { editLesson, newDraft } from '#lesson/build/edit-lesson.ts'
import { type PastRequest, recordAgain } from '#lesson/build/record-again.ts'
import type { Recorded } from '#lesson/build/recorded.ts'
import { seedOf } from '#lesson/build/seed-of.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { openPlay, solveStep } from '#lesson/play.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { recordOn } from '#ui/lab/lesson-recording.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import { lessonById } from './catalogue.ts'
import { draftsOf, freeDraftId } from './drafts-store.ts'
import { people } from '#ui/model/actor.ts'
import { dropCluster, sendTo, settleCluster, showCluster } from './lesson-cluster.ts'

/** The first state of a new lesson: nothing, or the objects of a cluster. */
export interface BuildStart {
  /** The name of a cluster; `''` for none. */
  readonly cluster: string
  /** Its title. */
  readonly title: string
}

const objectsAt = async (lab: Lab, cluster: string): Promise<readonly ApiObject[]> =>
  (await getJson<DebugObjects>(lab.read, `/clusters/${cluster}/debug/objects`)).items

const makeCluster = (lab: Lab, title: string): Promise<ClusterInfo> =>
  postJson<ClusterInfo>(lab.read, CLUSTERS_PATH, {
    title: `Recording: ${title}`.slice(0, 63),
    from: { type: 'empty' },
  })

/** The work on a new cluster before the tab shows it. */
interface NewRecording {
  /** Returns the draft that the cluster is brought to the end of. */
  prepare(cluster: string): Promise<LessonDraft>
  /** Records requests on the cluster; the builder opens then, else the Lab. */
  record?(cluster: string, base: number, signal: AbortSignal): Promise<readonly Recorded[]>
}

/**
 * Brings a new cluster to the end of a draft: its seed, and the answers of its steps. The draft is recorded on it from then
 * on, and the tab shows it. Resolves with `''`, or with why it was not possible. [LSN19]
 */
async function recordOnNewCluster(lab: Lab, { prepare, record }: NewRecording): Promise<string> {
  let made: ClusterInfo | null = null
  const ending = new AbortController()
  try {
    made = await makeCluster(lab, 'a lesson')
    const { name } = made
    const draft = await prepare(name)
    const lesson = composeLesson(draft)
    const play = await openPlay(lesson, sendTo(lab, name), ending.signal, (id) => lessonById(lab, id))
    for (const step of lesson.steps) await solveStep(play, step)
    const recorded = (await record?.(name, play.base, ending.signal)) ?? []
    const drafts = draftsOf(lab)
    drafts.add(recorded.reduce(addRecorded, { ...draft, cluster: name, base: play.base }))
    const { unstored } = drafts.store.getState()
    if (unstored !== '') throw new Error(unstored)
    drafts.show(draft.id)
    settleCluster(name, lesson, people)
    recordOn(name, draft.id)
    if (draft.cluster !== '') await dropCluster(lab, draft.cluster)
    showCluster(name, record === undefined ? '' : 'lessons')
    return ''
  } catch (error) {
    if (made !== null) await dropCluster(lab, made.name)
    return errorText(error)
  } finally {
    ending.abort()
  }
}

/** Starts to record a new lesson. */
export const startBuild = (lab: Lab, { cluster, title }: BuildStart): Promise<string> =>
  recordOnNewCluster(lab, {
    async prepare(name) {
      const draft = newDraft(freeDraftId(draftsOf(lab).store.getState().drafts))
      if (cluster === '') return draft
      const seed = seedOf(await objectsAt(lab, cluster), await objectsAt(lab, name))
      return { ...draft, seed, start: `The objects of ${title}` }
    },
  })

/**
 * Makes a draft of the last requests of this tab: a new cluster gets the objects that were there before them, and each is
 * sent again there and recorded. [LSN28]
 */
export async function startFromRecent(lab: Lab, title: string, requests: readonly PastRequest[]): Promise<string> {
  const first = requests.find(({ wrote }) => wrote > 0)?.wrote
  const at = first === undefined ? '' : `?at=${first - 1}`
  let before: readonly ApiObject[] = []
  return recordOnNewCluster(lab, {
    async prepare(name) {
      before = (await getJson<DebugObjects>(lab.read, `/debug/objects${at}`)).items
      const draft = newDraft(freeDraftId(draftsOf(lab).store.getState().drafts))
      return { ...draft, seed: seedOf(before, await objectsAt(lab, name)), start: `The objects of ${title}` }
    },
    record: (name, base, signal) => recordAgain({ send: sendTo(lab, name), base, signal }, requests, before),
  })
}

/** Goes on with the recording of a draft: where it is, or on a new cluster that is brought to its end. */
export async function recordMore(lab: Lab, draft: LessonDraft): Promise<string> {
  const { clusters } = await getJson<{ readonly clusters: readonly ClusterInfo[] }>(lab.read, CLUSTERS_PATH)
  const isThere = clusters.some(({ name, deletedMs }) => name === draft.cluster && deletedMs === undefined)
  if (!isThere) return recordOnNewCluster(lab, { prepare: () => Promise.resolve({ ...draft, cluster: '' }) })
  if (currentCluster() === draft.cluster) lab.goTo('lab')
  else showCluster(draft.cluster)
  return ''
}

/** Opens the builder with a copy of a lesson. [LSN21] */
export function startEdit(lab: Lab, lesson: Lesson): void {
  const drafts = draftsOf(lab)
  const id = freeDraftId(drafts.store.getState().drafts)
  drafts.add(editLesson(lesson, id))
  drafts.show(id)
}

/** Removes a draft and the cluster on which it was recorded. A tab that shows that one leaves it. */
export async function removeDraft(lab: Lab, { id, cluster }: LessonDraft): Promise<void> {
  draftsOf(lab).remove(id)
  if (cluster === '') return
  recordOn(cluster, '')
  await dropCluster(lab, cluster)
  if (currentCluster() === cluster) showCluster('', 'lessons')
}
