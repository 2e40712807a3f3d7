import { CLUSTERS_PATH, LAST_CLUSTER_KEY } from '#facts/clusters-api.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { personOf } from '#lesson/play.ts'
import type { SendPath } from '#client/send-path.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'
import { type Actor, getJson } from '#ui/model/api.ts'
import { saveFor } from '#ui/model/saved.ts'

/** Requests to another cluster than that of the tab. Each names its user. */
export const sendTo =
  (lab: Lab, cluster: string): SendPath =>
  (path, init) =>
    lab.read(`/clusters/${cluster}${path}`, init)

/** Deletes the cluster of a play or a recording; it may be gone already. */
export async function dropCluster(lab: Lab, cluster: string): Promise<void> {
  await getJson(lab.read, `${CLUSTERS_PATH}/${encodeURIComponent(cluster)}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error)) throw error
    },
  )
}

/** Gives a cluster a title, unless another one has it. */
export async function renameCluster(lab: Lab, cluster: string, title: string): Promise<void> {
  const path = `${CLUSTERS_PATH}/${encodeURIComponent(cluster)}`
  await getJson(lab.read, path, { method: 'PATCH', body: JSON.stringify({ title }) }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
  })
}

/**
 * Shows a cluster in this tab; `''` is the first one. `more` is added to the address. An address without a cluster opens the
 * one that was last shown, which may be that of a lesson that has just ended: it is forgotten. [LSN13]
 */
export function showCluster(cluster: string, room = '', more: Readonly<Record<string, string>> = {}): void {
  if (cluster === '') localStorage.removeItem(LAST_CLUSTER_KEY)
  const query = new URLSearchParams(more)
  if (cluster !== '') query.set('cluster', cluster)
  if (room !== '') query.set('room', room)
  const text = query.toString()
  leavePage(text === '' ? '' : `?${text}`)
}

/**
 * Says who acts on a new cluster and who can be chosen there, and that nobody else does but the actors of the lesson: the
 * book shop's clients and writer stay away. [LSN11] [LSN41] [LSN44]
 */
export function settleCluster(cluster: string, lesson: Lesson, others: readonly Actor[] = []): void {
  const own = lesson.actors.map(({ name, text }) => ({ id: name, text, isOn: true }))
  saveFor(cluster, 'actor', personOf(lesson, ''))
  const strangers = others.filter(({ name }) => lesson.people.every((person) => person.name !== name))
  saveFor(cluster, 'people', { people: [...lesson.people, ...strangers] })
  saveFor(cluster, 'sample-clients', { isOpened: true })
  saveFor(cluster, 'ghost', { isOn: false, isChosen: true, isAnswering: false, own })
}
