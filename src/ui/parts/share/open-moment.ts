import { CLUSTERS_PATH, type ClusterInfo, type DebugClusters, type NewCluster } from '#facts/clusters-api.ts'
import type { MomentActors, MomentLesson, MomentWatch, MomentWorld, SharedMoment } from '#facts/moment.ts'
import type { WorldState } from '#facts/world-api.ts'
import type { ReadMoment } from '#share/link.ts'
import { atFirst, type GhostWriterState, WRITERS_KEY } from '#ui/lab/actors/writers-state.ts'
import { stopped } from '#ui/lab/actors/paused-writers.ts'
import { changeProgress, emptyPlay, type OpenLesson } from '#ui/lab/lesson-progress.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { saveFor } from '#ui/model/saved.ts'

/** The notice about an opened moment, shown until it is dismissed. */
export interface OpenedNote {
  readonly words: string
  /** The parts that could not be read, in words; `''` for none. */
  readonly problem: string
}

export interface OpenedMoment {
  readonly cluster: ClusterInfo
  /** The query of the address that shows it. */
  readonly search: string
}

interface OpenOptions {
  readonly digest: string
  readonly problem: ReadMoment['problem']
  /** True for a cell, which shares its cluster with the others of its page. */
  readonly isCell?: boolean
}

const TITLE_MAX = 63

/** Names the content of a link or a file, so that the same one is opened once. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Opens a moment as a cluster of its own. The cluster that the same link made before is shown again while nobody wrote
 * to it. [SH10]
 * @throws Refusal
 */
export async function openMoment(
  read: typeof fetch,
  shared: SharedMoment,
  { digest, problem, isCell = false }: OpenOptions,
): Promise<OpenedMoment> {
  const { clusters } = await getJson<DebugClusters>(read, CLUSTERS_PATH)
  const isReadOnly = shared.mode !== 'edit'
  const known = clusters.find((cluster) => isSame(cluster, digest, isReadOnly) && (isCell || isUntouched(cluster)))
  if (known !== undefined) return { cluster: known, search: searchOf(known.name, shared) }
  const from: NewCluster['from'] = { type: 'moment', moment: shared.moment, digest, isReadOnly }
  const title = titleOf(shared, clusters)
  const cluster = await postJson<ClusterInfo>(read, CLUSTERS_PATH, { title, from })
  await keepDrafts(read, cluster.name, shared)
  if (shared.world !== null) await restoreWorld(read, cluster.name, shared.world)
  if (shared.lesson !== undefined) playOn(cluster.name, shared.lesson)
  // Nobody else acts on the cluster of a lesson, and the actors of a link rest.
  if (shared.lesson !== undefined || shared.actors !== undefined)
    saveFor(cluster.name, WRITERS_KEY, restingActors(shared.actors))
  const note: OpenedNote = { words: noteWords(cluster), problem: problem?.words ?? '' }
  saveFor(cluster.name, 'opened', note)
  return { cluster, search: searchOf(cluster.name, shared) }
}

function isSame({ origin, deletedMs, isReadOnly = false }: ClusterInfo, digest: string, isView: boolean): boolean {
  return origin.type === 'moment' && origin.digest === digest && deletedMs === undefined && isReadOnly === isView
}

const isUntouched = ({ origin, figures }: ClusterInfo): boolean =>
  origin.type === 'moment' && (figures === undefined || figures.revision === origin.at)

/** The title of the moment with its revision, that no cluster has yet. */
function titleOf({ moment }: SharedMoment, clusters: readonly ClusterInfo[]): string {
  const taken = new Set(clusters.map(({ title }) => title))
  const base = moment.title.trim() === '' ? 'moment' : moment.title.trim()
  const end = ` at ${moment.revision}`
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? end : `${end} (${n})`
    const title = `${base.slice(0, TITLE_MAX - suffix.length)}${suffix}`
    if (!taken.has(title)) return title
  }
}

const noteWords = ({ title, isReadOnly }: ClusterInfo): string =>
  isReadOnly === true
    ? `“${title}” is a view of what was shared: nothing in it can be changed.`
    : `“${title}” is a copy of what was shared. Your other clusters are as they were.`

/** The page's address for a moment. The page checks each part, as of any address. */
export function searchOf(name: string, { view, mode }: Pick<SharedMoment, 'view' | 'mode'>): string {
  const query = new URLSearchParams({ cluster: name })
  if (view !== null) {
    if (view.room !== '' && view.room !== 'lab') query.set('room', view.room)
    if (view.object !== null) {
      query.set('kind', view.object.resourceId)
      if (view.object.namespace !== '') query.set('ns', view.object.namespace)
      query.set('obj', view.object.name)
    }
    if (view.at !== null) query.set('rv', String(view.at))
    if (view.work !== '') query.set('tab', view.work)
    if (view.dock !== '') query.set('dock', view.dock)
  }
  if (mode === 'present') query.set('present', '1')
  return `?${query.toString()}`
}

/** A watch as the page saves its own: it goes on from the version that it saw. [SH13] */
const toLane = ({ lastVersion, ...spec }: MomentWatch) => ({
  spec: { ...spec, start: lastVersion === '' ? 'most-recent' : 'exact', resourceVersion: lastVersion },
  state: 'open',
  pace: 'full',
  lastVersion,
  status: null,
  openedAt: Number(lastVersion),
})

/** The actors of a moment as the Life tab lists them. None acts before the person starts it. [SH17] */
export const restingActors = ({ texts, own }: MomentActors = { texts: {}, own: [] }): GhostWriterState => ({
  ...stopped(atFirst),
  texts,
  own: own.map((text, at) => ({ id: `actor-${at + 1}`, text, isOn: false })),
})

/** The lesson goes on at its step, on the new cluster; the person's own play of it stays. [SH16] */
function playOn(cluster: string, lesson: MomentLesson): void {
  const play: OpenLesson = {
    ...emptyPlay,
    ...lesson,
    cluster,
    changedMs: Date.now(),
  }
  changeProgress((progress) => ({ ...progress, open: { ...progress.open, [cluster]: play } }))
  saveFor(cluster, 'sample-clients', { isOpened: true })
}

/** Configuration files become drafts: nothing is in force before the person reloads them. [SH11] */
async function keepDrafts(
  read: typeof fetch,
  name: string,
  { files, drafts, steps, watches, requests = [] }: SharedMoment,
): Promise<void> {
  if (Object.keys(files).length > 0) saveFor(name, 'config', { drafts: files })
  if (steps.length > 0) saveFor(name, 'steps', { steps })
  if (requests.length > 0) saveFor(name, 'past-requests', { requests })
  if (watches.length > 0) {
    saveFor(name, 'lanes', { lanes: watches.map(toLane) })
    // The clients that the book shop opens at a first visit would stand beside these.
    saveFor(name, 'sample-clients', { isOpened: true })
  }
  const texts = await Promise.all(
    Object.entries(drafts).map(async ([key, text]) => {
      const base = await baseOf(read, name, key)
      return base === null ? [] : [[key, { text, base }] as const]
    }),
  )
  if (texts.flat().length > 0) saveFor(name, 'drafts', Object.fromEntries(texts.flat()))
}

/** The object that a draft edits, as it is in the new cluster. Keys are `apps.v1.deployments shop/web`. */
async function baseOf(read: typeof fetch, cluster: string, key: string): Promise<object | null> {
  const [, id = '', namespace = '', name = ''] = /^(\S+) ([^/\s]*)\/(\S+)$/.exec(key) ?? []
  const parts = id.split('.')
  const [resource = '', version = ''] = [parts.at(-1), parts.at(-2)]
  const group = parts.slice(0, -2).join('.')
  if (resource === '' || version === '' || name === '') return null
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const place = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  const path = `/clusters/${cluster}${root}${place}/${resource}/${encodeURIComponent(name)}`
  const response = await read(path)
  return response.ok ? ((await response.json()) as object) : null
}

/** Sets what differs from the world of a new cluster, by the requests that a person sends. */
async function restoreWorld(read: typeof fetch, name: string, world: MomentWorld): Promise<void> {
  const root = `/clusters/${name}/debug/world`
  const response = await read(root)
  if (!response.ok) return
  const now = (await response.json()) as WorldState
  const put = async (path: string, body: unknown): Promise<void> => {
    await read(`${root}/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)
  for (const party of ['authorizers', 'admission'] as const)
    for (const { name: one, rules } of world[party]) {
      const there = now[party].find((known) => known.name === one)
      if (there !== undefined && differ(there.rules, rules)) await put(`${party}/${encodeURIComponent(one)}`, { rules })
    }
  for (const [one, faults] of Object.entries(world.faults)) await put(`faults/${encodeURIComponent(one)}`, faults)
  for (const [path, text] of Object.entries(world.files))
    if (!Object.hasOwn(now.files, path)) await put('files', { path, text })
}
