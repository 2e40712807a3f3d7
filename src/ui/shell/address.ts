import { pathSegmentName } from '#api/names.ts'
import { openWorkTab } from '#ui/lab/actions.ts'
import { type AskedLesson, askLesson } from '#ui/lab/asked-lesson.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { labRoom } from '#ui/lab/room.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/**
 * The state of the page in the address bar:
 * `?room=config&kind=apps.v1.deployments&ns=shop&obj=web&rv=128&dock=watches`.
 */
export interface Address {
  readonly object: ObjectRef | null
  readonly at: number | null
  readonly dock: string | null
  readonly work: string | null
  /** The state of the open room, or of the open work tab if it is a bench. */
  readonly bench: string
  /** `null` for the Lab. */
  readonly room: string | null
  /** `''` for the oldest cluster. */
  readonly cluster: string
}

/** Returns the lesson and the step that an address names; an impossible step is 0. [LSN12] */
export function lessonOf(search: string): AskedLesson {
  const query = new URLSearchParams(search)
  const step = query.get('step') ?? ''
  return { id: query.get('lesson') ?? '', step: /^[0-9]{1,3}$/.test(step) ? Number(step) : 0 }
}

/** Reports whether an object can have this name: control characters would also be invisible in messages. */
const isObjectName = (name: string): boolean =>
  name !== '' && !/\p{Cc}/u.test(name) && pathSegmentName(name).length === 0

export const isRevision = /^[0-9]{1,15}$/

/** Parses the query of an address; absent and impossible parameters are `null`. [UI9] */
export function parseAddress(search: string): Address {
  const query = new URLSearchParams(search)
  const resourceId = query.get('kind')
  const name = query.get('obj')
  const revision = query.get('rv') ?? ''
  return {
    object:
      resourceId === null || name === null || !isObjectName(name)
        ? null
        : { resourceId, name, namespace: query.get('ns') ?? '' },
    at: isRevision.test(revision) ? Number(revision) : null,
    dock: query.get('dock'),
    work: query.get('tab'),
    bench: query.get('bench') ?? '',
    // A link to a lesson opens its room, also where it was shortened.
    room: query.get('room') ?? (query.get('lesson') ? 'lessons' : null),
    cluster: query.get('cluster') ?? '',
  }
}

/** Formats the query of an address. [UI9] */
export function addressText({ object, at, dock, work, bench, room, cluster }: Address): string {
  const query = new URLSearchParams()
  if (cluster !== '') query.set('cluster', cluster)
  if (room !== null && room !== labRoom) query.set('room', room)
  if (object !== null) {
    query.set('kind', object.resourceId)
    if (object.namespace !== '') query.set('ns', object.namespace)
    query.set('obj', object.name)
  }
  if (at !== null) query.set('rv', String(at))
  if (work !== null && work !== 'yaml') query.set('tab', work)
  if (bench !== '') query.set('bench', bench)
  if (dock !== null && dock !== 'revisions') query.set('dock', dock)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const currentAddress = (lab: Lab): Address => {
  const { dockTab, folded, workTab, benches } = lab.layout.getState()
  const room = lab.rooms.getState().open
  return {
    object: lab.selection.getState().object,
    at: lab.cursor.getState().at,
    // An address with a dock opens it.
    dock: folded.dock ? null : dockTab,
    work: workTab,
    bench: benches[room === labRoom ? workTab : room] ?? '',
    room,
    cluster: currentCluster(),
  }
}

const has = (panels: readonly { readonly id: string }[], id: string): boolean => panels.some((each) => each.id === id)

function apply(lab: Lab, { object, at, dock, work, bench, room }: Address): void {
  if ((room ?? labRoom) !== lab.rooms.getState().open) lab.goTo(room ?? labRoom)
  if (object !== null) lab.selection.selectObject(object)
  if (room !== null) lab.layout.setBench(room, bench)
  if (work !== null && has(lab.parts.work, work)) {
    openWorkTab(lab, work)
    if (room === null) lab.layout.setBench(work, bench)
  }
  // After the work tab, which may fold the dock.
  if (dock !== null && has(lab.parts.dock, dock)) lab.layout.openDock(dock)
  if (at === null) lab.time.returnToLive()
  else lab.time.travel(at)
}

/** Parameters that say how the page is shown: as a stage or its notes, or as a demo at a pace; and of which server. */
const kept = ['present', 'demo', 'pace', 'server'] as const

/** Adds the parameters that say how the page is shown, so that a reload keeps them. [PR1] [LSN23] */
function keepingShown(text: string): string {
  const query = new URLSearchParams(text)
  const here = new URLSearchParams(location.search)
  for (const name of kept) if (here.has(name)) query.set(name, here.get(name) ?? '')
  const whole = query.toString()
  return whole === '' ? '' : `?${whole}`
}

/** While the cursor is dragged, the address is written when it rests: writing it takes the browser milliseconds. */
const REST_MS = 250

/**
 * Applies the address of a page that opens. The address keeps its parameters until {@link followAddress}: parts read their
 * own when they are drawn for the first time. [UI9]
 */
export function openAddress(lab: Lab): void {
  const { search } = location
  if (search === '') return
  const address = parseAddress(search)
  apply(lab, address)
  // Kept for the room of lessons, whose code may arrive after the address was written anew.
  const asked = lessonOf(search)
  if (address.room === 'lessons' && asked.id !== '') askLesson(lab, asked)
  void import('./notices/address-problem.ts').then(({ tellProblem }) => tellProblem(lab, search))
}

/** Keeps page and address bar in sync. A new selection adds a history entry, a new revision does not. [UI9] */
export function followAddress(lab: Lab): () => void {
  let isApplying = false
  let resting: ReturnType<typeof setTimeout> | undefined
  const onPop = () => {
    clearTimeout(resting)
    isApplying = true
    apply(lab, parseAddress(location.search))
    isApplying = false
  }
  const write = (isStep: boolean) => {
    clearTimeout(resting)
    if (isApplying) return
    const url = `${location.pathname}${keepingShown(addressText(currentAddress(lab)))}${location.hash}`
    if (url === `${location.pathname}${location.search}${location.hash}`) return
    if (isStep) history.pushState(null, '', url)
    else history.replaceState(null, '', url)
  }
  const writeAtRest = () => {
    clearTimeout(resting)
    if (!isApplying) resting = setTimeout(() => write(false), REST_MS)
  }
  // Written before the page is left, so that a reload returns to the shown revision.
  const onHide = () => write(false)
  // An object that was selected since the address was applied.
  if (parseAddress(location.search).object === null && lab.selection.getState().object !== null) write(false)
  const endings = [
    lab.selection.subscribe((state, before) => {
      if (state.object !== before.object) write(before.object !== null)
    }),
    lab.cursor.subscribe((state, before) => {
      if (state.at !== before.at) writeAtRest()
    }),
    lab.rooms.subscribe((state, before) => {
      if (state.open !== before.open) write(true)
    }),
    lab.layout.subscribe((state, before) => {
      const isOther = state.workTab !== before.workTab || state.benches !== before.benches
      if (state.dockTab !== before.dockTab || state.folded.dock !== before.folded.dock || isOther) write(false)
    }),
  ]
  addEventListener('popstate', onPop)
  addEventListener('pagehide', onHide)
  return () => {
    clearTimeout(resting)
    removeEventListener('popstate', onPop)
    removeEventListener('pagehide', onHide)
    for (const end of endings) end()
  }
}
