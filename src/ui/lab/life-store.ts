import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { type Life, lifeOf, writesOf } from '#ui/model/life.ts'
import { absenceWords, unservedWords } from '#ui/model/life-words.ts'
import { findObject, type ObjectView } from '#ui/model/object-view.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { isSameObject, type ObjectRef } from '#ui/model/selection.ts'
import type { Lab } from './lab.ts'

/** The state of the selected name at the displayed revision. */
export interface SelectedLife {
  /** `null` while nothing is selected. */
  readonly ref: ObjectRef | null
  readonly life: Life
  /** The reason why the object is not there; `''` while it is. */
  readonly absence: string
  /** Kept writes of the name, oldest first, also of earlier objects and after the displayed revision. */
  readonly writes: readonly RevisionRow[]
}

const nothing: SelectedLife = { ref: null, life: { type: 'unknown' }, absence: '', writes: [] }

/** The values that a state was computed from. */
type Inputs = readonly unknown[]

const isSame = (one: Inputs, other: Inputs): boolean =>
  one.length === other.length && one.every((value, at) => Object.is(value, other[at]))

/** Reports whether two lives are equal. Objects and writes are equal only if they are the same. */
function isSameLife(one: Life, other: Life): boolean {
  const [a, b] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return a.length === b.size && a.every(([name, value]) => isSameValue(name, value, b.get(name)))
}

const kept: ReadonlySet<string> = new Set(['object', 'last', 'removal'])

const isSameValue = (name: string, a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (!kept.has(name) && JSON.stringify(a) === JSON.stringify(b))

/** Returns the state before if it says the same: a step of the cursor mostly leaves the object as it was. */
function unlessSame(known: { readonly state: SelectedLife } | null, state: SelectedLife): SelectedLife {
  const before = known?.state
  const isSameOne = before?.ref === state.ref && before.writes === state.writes && before.absence === state.absence
  return isSameOne && isSameLife(before.life, state.life) ? before : state
}

interface LifeVerbs {
  refresh(): void
}

const isReadIn = (view: ObjectView, ref: ObjectRef): boolean => {
  const group = view.groups.get(ref.resourceId)
  if (view.at !== null) return group?.state === 'past'
  return group === undefined ? view.discovered : group.state !== 'loading'
}

const kindOf = (lab: Lab, { resourceId }: ObjectRef): string =>
  lab.objects.getState().collections.get(resourceId)?.resource.kind ?? ''

/** The object with its kind in words: `ConfigMap ledger`. */
function whatOf(lab: Lab, ref: ObjectRef, known: ApiObject | undefined): string {
  const kind = known?.kind ?? kindOf(lab, ref)
  return kind === '' ? ref.name : `${kind} ${ref.name}`
}

/** Returns why no object of this kind can be there; `undefined` if the kind is served. */
const absenceOf = (lab: Lab, ref: ObjectRef, life: Life): string | undefined =>
  life.type === 'never' && kindOf(lab, ref) === '' ? unservedWords(ref.resourceId) : undefined

/** Creates the store that decides the state of the selected name once for all panels. [LF1] */
export function createLifeStore(lab: Lab): ReadableStore<SelectedLife> {
  let last: { readonly ref: ObjectRef; readonly object: ApiObject } | null = null
  let known: {
    readonly ref: ObjectRef
    readonly rows: readonly RevisionRow[]
    readonly writes: readonly RevisionRow[]
  } | null = null
  let computed: { readonly from: Inputs; readonly state: SelectedLife } | null = null
  /** Returns the same state again while nothing changes that it depends on: panels are not drawn for other objects. [PF5] */
  const compute = (): SelectedLife => {
    const ref = lab.selection.getState().object
    if (ref === null) return nothing
    const { rows, compacted, published } = lab.cluster.getState()
    const view = lab.view.getState()
    const present = findObject(view, ref)
    if (present !== undefined && view.at === null) last = { ref, object: present }
    const seen = last !== null && isSameObject(last.ref, ref) ? last.object : undefined
    const writes = writesOf(ref, rows, known !== null && isSameObject(known.ref, ref) ? known : undefined)
    known = { ref, rows, writes }
    const { at } = lab.cursor.getState()
    const history = { at, compacted, published }
    const isRead = isReadIn(view, ref)
    const what = whatOf(lab, ref, seen)
    // Of an object that is there, its end and the ends of the history say nothing.
    const ends = present === undefined || writes.at(-1)?.effect === 'removed' ? [compacted, published] : []
    const from = [ref, present, seen, writes, isRead, what, at, ...ends]
    if (computed !== null && isSame(computed.from, from)) return computed.state
    const life = lifeOf({ ref, present, last: seen, writes, isRead, ...history })
    const absence = absenceOf(lab, ref, life) ?? absenceWords(life, { what, ...history })
    computed = { from, state: unlessSame(computed, { ref, life, writes, absence }) }
    return computed.state
  }
  const store = createOwnedStore<SelectedLife, LifeVerbs>(compute(), ({ setState }) => ({
    refresh: () => setState(compute(), true),
  }))
  lab.selection.subscribe((state, before) => {
    if (state.object !== before.object) store.refresh()
  })
  lab.cluster.subscribe((state, before) => {
    if (state.rows !== before.rows || state.compacted !== before.compacted) store.refresh()
  })
  lab.view.subscribe(() => store.refresh())
  lab.cursor.subscribe((state, before) => {
    if (state.at !== before.at) store.refresh()
  })
  return store
}
