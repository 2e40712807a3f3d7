import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { Answer } from './answer.ts'

/** An unsaved edit. Survives a reload of the page. */
export interface ObjectDraft {
  readonly text: string
  /** The version on which the edit is based. */
  readonly base: ApiObject
}

export interface YamlState {
  /** By {@link draftKey}. */
  readonly drafts: Readonly<Record<string, ObjectDraft>>
  /** Response to the last write from the editor, and the object that it wrote. */
  readonly answer: Answer
  readonly answeredKey: string
}

/** The key of an object's draft. An edit in the past, at revision `at`, is a draft of its own. */
export const draftKey = (ref: ObjectRef, at: number | null = null): string =>
  `${ref.resourceId} ${ref.namespace}/${ref.name}${at === null ? '' : `@${at}`}`

const draftsMax = 50

interface YamlVerbs {
  /** Stores the draft of an object; `null` deletes it. */
  setDraft(key: string, draft: ObjectDraft | null): void
  /** Shows the response to a write of the object with this key. */
  showAnswer(answer: Answer, key: string): void
  dismissAnswer(): void
}

export type YamlStore = ReadableStore<YamlState> & YamlVerbs

/** Creates the store of the user's drafts, which are saved in the browser. */
export function createYamlStore(_lab: Lab): YamlStore {
  const first: YamlState = { drafts: readSaved('drafts', {}), answer: { type: 'none' }, answeredKey: '' }
  const store = createOwnedStore<YamlState, YamlVerbs>(first, ({ setState }) => ({
    setDraft: (key, draft) =>
      setState(({ drafts }) => {
        const { [key]: _known, ...others } = drafts
        const kept = Object.entries(others).slice(-draftsMax)
        return { drafts: draft === null ? others : { ...Object.fromEntries(kept), [key]: draft } }
      }),
    showAnswer: (answer, answeredKey) => setState({ answer, answeredKey }),
    dismissAnswer: () => setState({ answer: { type: 'none' } }),
  }))
  saveDrafts(store)
  return store
}

/** Writing all drafts takes milliseconds: once a second is soon enough, as they are saved when the page is left, too. */
const SAVE_MS = 1000

/** Saves drafts at most once a second, and at once when the page is hidden or left. */
function saveDrafts(store: ReadableStore<YamlState>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const saveNow = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    save('drafts', store.getState().drafts)
  }
  store.subscribe((state, before) => {
    if (state.drafts !== before.drafts) timer ??= setTimeout(saveNow, SAVE_MS)
  })
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
}
