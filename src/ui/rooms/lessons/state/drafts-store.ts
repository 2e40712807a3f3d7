import { createStore } from 'zustand/vanilla'
import type { LessonDraft } from '#lesson/build/draft.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { recordingHere } from '#ui/lab/lesson-recording.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'

const KEY = 'lesson-drafts'

/** Integers that a JSON number cannot hold are stored as objects with this one field. */
const INT64 = '$int64'

const pack = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? { [INT64]: String(value) } : value)

function unpack(_key: string, value: unknown): unknown {
  const isPacked = typeof value === 'object' && value !== null && INT64 in value && typeof value[INT64] === 'string'
  return isPacked ? BigInt(String(value[INT64])) : value
}

/** Drafts by id, each as JSON. */
interface StoredDrafts {
  readonly drafts: Readonly<Record<string, string>>
}

export interface DraftsState {
  readonly drafts: Readonly<Record<string, LessonDraft>>
  /** The draft that the builder shows; `''`: the home page is shown. */
  readonly shown: string
  /** The reason why the last change is not stored; `''` if it is. */
  readonly unstored: string
}

/** The lessons that are being built, in this browser. [LSN21] */
export interface Drafts {
  readonly store: ReadableStore<DraftsState>
  show(id: string): void
  /** Changes a draft and stores it. */
  change(id: string, change: (draft: LessonDraft) => LessonDraft): void
  add(draft: LessonDraft): void
  remove(id: string): void
}

/** The draft that this tab shows, so that a reload shows it again. */
const SHOWN_KEY = 'lesson-draft-shown'

function readDrafts(): Readonly<Record<string, LessonDraft>> {
  const { drafts } = readSaved<StoredDrafts>(KEY, { drafts: {} })
  return Object.fromEntries(
    Object.entries(drafts).map(([id, text]): [string, LessonDraft] => [id, JSON.parse(text, unpack) as LessonDraft]),
  )
}

/** Stores drafts; returns why that was not possible. */
function writeDrafts(drafts: Readonly<Record<string, LessonDraft>>): string {
  const texts = Object.entries(drafts).map(([id, draft]): [string, string] => [id, JSON.stringify(draft, pack)])
  try {
    save(KEY, { drafts: Object.fromEntries(texts) } satisfies StoredDrafts)
    return ''
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return 'This browser has no room for the draft. Export it, or remove another one.'
  }
}

function createDrafts(_lab: Lab): Drafts {
  const drafts = readDrafts()
  const wanted = recordingHere() || readSaved(SHOWN_KEY, { id: '' }).id
  const store = createStore<DraftsState>(() => ({
    drafts,
    shown: Object.hasOwn(drafts, wanted) ? wanted : '',
    unstored: '',
  }))
  const keep = (changed: Readonly<Record<string, LessonDraft>>): void =>
    store.setState({ drafts: changed, unstored: writeDrafts(changed) })
  const show = (id: string): void => {
    save(SHOWN_KEY, { id })
    store.setState({ shown: id })
  }
  return {
    store,
    show,
    change(id, change) {
      const all = store.getState().drafts
      const draft = Object.hasOwn(all, id) ? all[id] : undefined
      if (draft !== undefined) keep({ ...all, [id]: { ...change(draft), changedMs: Date.now() } })
    },
    add: (draft) => keep({ ...store.getState().drafts, [draft.id]: { ...draft, changedMs: Date.now() } }),
    remove(id) {
      if (store.getState().shown === id) show('')
      keep(Object.fromEntries(Object.entries(store.getState().drafts).filter(([one]) => one !== id)))
    },
  }
}

export const draftsOf = (lab: Lab): Drafts => partState(lab, createDrafts)

/** Returns an id that no draft has. */
export function freeDraftId(drafts: Readonly<Record<string, LessonDraft>>): string {
  let number = 1
  while (Object.hasOwn(drafts, `draft-${number}`)) number += 1
  return `draft-${number}`
}
