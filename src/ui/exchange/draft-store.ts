import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { Answer } from './answer.ts'

/** An edit that is not on the server. Survives a reload of the page. */
export interface ObjectDraft {
  readonly text: string
  /** The version that the edit began on. */
  readonly base: ApiObject
}

export interface YamlState {
  /** By {@link draftKey}. */
  readonly drafts: Readonly<Record<string, ObjectDraft>>
  /** Answer to the last write from here, and the object it was about. */
  readonly answer: Answer
  readonly answeredKey: string
}

export const draftKey = (ref: ObjectRef): string => `${ref.resourceId} ${ref.namespace}/${ref.name}`

const draftsMax = 50

/** The drafts of this page's person, kept in the browser. */
export function createYamlStore(_lab: Lab): StoreApi<YamlState> {
  const store = createStore<YamlState>(() => ({
    drafts: readSaved('drafts', {}),
    answer: { type: 'none' },
    answeredKey: '',
  }))
  store.subscribe((state, before) => {
    if (state.drafts !== before.drafts) save('drafts', state.drafts)
  })
  return store
}

export function setDraft(store: StoreApi<YamlState>, key: string, draft: ObjectDraft | null): void {
  store.setState(({ drafts }) => {
    const { [key]: _known, ...others } = drafts
    const kept = Object.entries(others).slice(-draftsMax)
    return { drafts: draft === null ? others : { ...Object.fromEntries(kept), [key]: draft } }
  })
}
