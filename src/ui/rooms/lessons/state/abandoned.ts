import { newDraft } from '#lesson/build/edit-lesson.ts'
import type { LessonDraft } from '#lesson/build/draft.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { draftsOf } from './drafts-store.ts'
import { removeDraft } from './start-build.ts'

const lockName = (id: string): string => `orchard-recording ${id}`

/** Says to other tabs that this one records a draft, until `signal` is aborted. */
export function holdRecording(id: string, signal: AbortSignal): void {
  if (!('locks' in navigator)) return
  const held = (): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks.request(lockName(id), { mode: 'shared', signal }, held).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** A new recording needs a moment until its page is open and holds the lock. */
const openingMs = 60_000

/** The fields of a draft that a person's work changes. */
type Worked = Pick<LessonDraft, 'id' | 'title' | 'about' | 'text' | 'changedMs'> & {
  readonly recorded: readonly unknown[]
  readonly steps: readonly unknown[]
}

/** True for a draft of which nothing would be lost: no request, no step, no words. */
export function isUntouched(draft: Worked, nowMs: number): boolean {
  const { title, about, text } = newDraft(draft.id)
  return (
    draft.recorded.length + draft.steps.length === 0 &&
    draft.title === title &&
    draft.about === about &&
    draft.text === text &&
    nowMs - draft.changedMs > openingMs
  )
}

/** Removes drafts that were never used, with their clusters, unless a tab records them. [LSN29] */
export async function removeUntouched(lab: Lab): Promise<void> {
  if (!('locks' in navigator)) return
  const drafts = Object.values(draftsOf(lab).store.getState().drafts)
  for (const draft of drafts.filter((one) => isUntouched(one, Date.now())))
    await navigator.locks.request(lockName(draft.id), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await removeDraft(lab, draft)
    })
}
