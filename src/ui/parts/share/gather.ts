import type { ApiObject } from '#api/object-meta.ts'
import { CLUSTERS_PATH } from '#facts/clusters-api.ts'
import type {
  DebugMoment,
  LeftOut,
  MomentActors,
  MomentLesson,
  MomentRequest,
  MomentView,
  MomentWatch,
  MomentWorld,
  SharedMoment,
} from '#facts/moment.ts'
import type { WorldState } from '#facts/world-api.ts'
import { actorCharactersMax, actorsMax, requestsMax, watchesMax, wordsMax } from '#share/limits.ts'
import { isTarget } from '#share/request-log.ts'
import { scrub, scrubConnection } from '#share/scrub.ts'
import { createGhostWriter } from '#ui/lab/actors/ghost-writer-store.ts'
import type { GhostWriterState } from '#ui/lab/actors/writers-state.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { lessonHere, type OpenLesson } from '#ui/lab/lesson-progress.ts'
import { partState } from '#ui/lab/part-state.ts'
import { getJson } from '#ui/model/api.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { readSaved } from '#ui/model/saved.ts'
import { createLanesPart } from '#ui/parts/watches/lanes-part.ts'
import type { Lane } from '#ui/parts/watches/lanes-state.ts'

/** Everything that may go into a link, before the person chooses. */
export interface Gathered {
  readonly history: DebugMoment['moment']
  readonly state: DebugMoment['moment']
  readonly leftOut: LeftOut
  readonly view: MomentView
  readonly files: Readonly<Record<string, string>>
  readonly drafts: Readonly<Record<string, string>>
  readonly world: MomentWorld | null
  readonly watches: readonly MomentWatch[]
  readonly requests: readonly MomentRequest[]
  /** `null` where no lesson is played, or one that only this browser has. */
  readonly lesson: MomentLesson | null
  /** `null` where no actor was edited or added. */
  readonly actors: MomentActors | null
}

interface SavedDraft {
  readonly text: string
  readonly base: ApiObject
}

/** Reads the moment that the page shows. The name of the shown cluster is in `cluster`. @throws Refusal */
export async function gather(lab: Lab, cluster: string): Promise<Gathered> {
  const [history, state, world] = await Promise.all([
    readMoment(lab, cluster, ''),
    readMoment(lab, cluster, '?state=1'),
    readWorld(lab),
  ])
  return {
    history: history.moment,
    state: state.moment,
    leftOut: history.leftOut,
    view: currentView(lab),
    files: scrubbedTexts(readSaved<{ drafts: Record<string, string> }>('config', { drafts: {} }).drafts),
    drafts: objectDrafts(readSaved<Record<string, SavedDraft>>('drafts', {}), history.leftOut),
    world,
    watches: openWatches(partState(lab, createLanesPart).store.getState().lanes),
    requests: requestLog(lab.cluster.getState().requests),
    lesson: playedLesson(lessonHere()),
    actors: editedActors(partState(lab, createGhostWriter).store.getState()),
  }
}

/** The play of one of the page's own lessons: who opens the link has these too. [SH16] */
export function playedLesson(play: OpenLesson | undefined): MomentLesson | null {
  if (play === undefined || play.id.startsWith('own-')) return null
  const { id, step, isBegun, base, kept } = play
  return { id, step, isBegun, base, kept: scrubbedTexts(kept) }
}

/** The actors with a text of the person, as far as a link takes them. [SH17] */
export function editedActors({ texts, own }: Pick<GhostWriterState, 'texts' | 'own'>): MomentActors | null {
  const isShort = (text: string): boolean => text.length <= actorCharactersMax
  const edited = Object.entries(texts).flatMap(([id, text]) =>
    text !== undefined && isShort(text) ? [[id, text]] : [],
  )
  const added = own.map(({ text }) => text).filter(isShort)
  if (edited.length + added.length === 0) return null
  return {
    texts: scrubbedTexts(Object.fromEntries(edited)),
    own: added.slice(0, actorsMax).map((text) => scrub(text).text),
  }
}

/** The newest requests without bodies, stages and traces. Paths that are too long for a link are left out. [SH15] */
export const requestLog = (requests: readonly FinishedRequest[]): readonly MomentRequest[] =>
  requests
    .map(({ timeMs, method, url, verb, actor, userAgent, status, reason, durationMs, bytesIn, bytesOut, wrote }) => {
      const { pathname, search } = new URL(url, 'http://localhost')
      const [time, duration] = [Math.round(timeMs), Math.round(durationMs)]
      const target = scrub(`${pathname}${search}`).text
      const client = userAgent.slice(0, wordsMax)
      return {
        timeMs: time,
        method,
        url: target,
        verb,
        actor: actor.slice(0, wordsMax),
        userAgent: client,
        status,
        reason,
        durationMs: duration,
        bytesIn,
        bytesOut,
        wrote,
      }
    })
    .filter(({ url }) => isTarget(url))
    .slice(-requestsMax)

/** Watches that were refused or fell out of the history would be refused again. [SH13] */
export const openWatches = (lanes: readonly Pick<Lane, 'state' | 'spec' | 'lastVersion'>[]): readonly MomentWatch[] =>
  lanes
    .filter(({ state }) => state !== 'refused' && state !== 'expired')
    .slice(0, watchesMax)
    .map(({ spec: { name, path, labelSelector, fieldSelector, bookmarks, resourceVersion }, lastVersion }) => ({
      name,
      path,
      labelSelector,
      fieldSelector,
      bookmarks,
      lastVersion: lastVersion === '' ? resourceVersion : lastVersion,
    }))

/** Reads a moment with the server's time now. */
async function readMoment(lab: Lab, cluster: string, query: string): Promise<DebugMoment> {
  const read = await getJson<DebugMoment>(lab.read, `${CLUSTERS_PATH}/${encodeURIComponent(cluster)}/moment${query}`)
  const { nowMs, frozen } = lab.clock.store.getState()
  return { ...read, moment: { ...read.moment, nowMs: Math.round(nowMs), isFrozen: frozen } }
}

/** Reads the moment with the values of Secrets, for a file. @throws Refusal */
export const readWithSecrets = async (lab: Lab, cluster: string, isStateOnly: boolean): Promise<DebugMoment> =>
  readMoment(lab, cluster, `?secrets=1${isStateOnly ? '&state=1' : ''}`)

function currentView(lab: Lab): MomentView {
  const { dockTab, folded, workTab } = lab.layout.getState()
  return {
    room: lab.rooms.getState().open,
    // An address with a dock opens it.
    dock: folded.dock ? '' : dockTab,
    work: workTab,
    object: lab.selection.getState().object,
    at: lab.cursor.getState().at,
  }
}

/** A server outside of the page has no simulated world. */
async function readWorld(lab: Lab): Promise<MomentWorld | null> {
  const response = await lab.read('/debug/world')
  if (!response.ok) return null
  const { authorizers, admission, files, faults } = (await response.json()) as WorldState
  return {
    authorizers: authorizers.map(({ name, rules }) => ({ name, rules })),
    admission: admission.map(({ name, rules }) => ({ name, rules })),
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, scrubConnection(text).text])),
    faults,
  }
}

const scrubbedTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, scrub(text).text]))

/** Drafts of objects whose kind holds secrets stay here. [SH5] */
function objectDrafts(
  saved: Readonly<Record<string, SavedDraft>>,
  { kinds }: LeftOut,
): Readonly<Record<string, string>> {
  const open = Object.entries(saved).filter(([, { base }]) => !kinds.includes(base.kind ?? ''))
  return scrubbedTexts(Object.fromEntries(open.map(([key, { text }]) => [key, text])))
}

/** The person's choices of what goes in, and how it opens. */
export interface ShareChoices {
  readonly hasHistory: boolean
  readonly hasView: boolean
  readonly hasPanels: boolean
  readonly hasWatches: boolean
  readonly hasDrafts: boolean
  readonly hasWorld: boolean
  readonly hasRequests: boolean
  readonly hasLesson: boolean
  readonly hasActors: boolean
  readonly mode: SharedMoment['mode']
  readonly steps: SharedMoment['steps']
}

/** Returns what a link with these choices carries. */
export function chosenMoment(gathered: Gathered, choices: ShareChoices): SharedMoment {
  const { files, drafts, world, watches, requests, lesson, actors } = gathered
  return {
    mode: choices.mode,
    moment: choices.hasHistory ? gathered.history : gathered.state,
    view: chosenView(gathered.view, choices),
    files: choices.hasDrafts ? files : {},
    drafts: choices.hasDrafts ? drafts : {},
    world: choices.hasWorld ? world : null,
    steps: choices.mode === 'present' ? choices.steps : [],
    watches: choices.hasWatches ? watches : [],
    ...(choices.hasRequests ? { requests } : {}),
    // Both write, which a view refuses.
    ...(choices.hasLesson && lesson !== null && choices.mode === 'edit' ? { lesson } : {}),
    ...(choices.hasActors && actors !== null && choices.mode === 'edit' ? { actors } : {}),
  }
}

/** The revision and the object, the room and its panels, both, or nothing. A state has one revision only, so it is shown live. */
function chosenView(view: MomentView, { hasView, hasPanels, hasHistory }: ShareChoices): MomentView | null {
  if (!hasView && !hasPanels) return null
  const { room, dock, work } = hasPanels ? view : { room: 'lab', dock: '', work: '' }
  const { object, at } = hasView ? view : { object: null, at: null }
  return { room, dock, work, object, at: hasHistory ? at : null }
}
