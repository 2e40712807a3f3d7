import { countText } from '#ui/model/words.ts'
import type { PolicyState } from './policy-store.ts'

/** The progress of an object: draft, check, save. */
export interface DraftSteps {
  readonly isDraft: boolean
  readonly errors: number
  /** `2 problems, 1 warning` */
  readonly words: string
  readonly maySave: boolean
  /** The reason why it may not be saved; `''` when it may. */
  readonly why: string
}

/** Returns the progress of the open object. A draft can be saved once it is checked without errors. [CB14] */
export function draftSteps(state: PolicyState, text: string): DraftSteps {
  const isDraft = state.open !== null && state.drafts[state.open] !== undefined
  const { check } = state
  const errors = check.problems.filter(({ severity }) => severity === 'error').length
  const warnings = check.problems.length - errors
  const found = [errors > 0 && countText(errors, 'problem'), warnings > 0 && countText(warnings, 'warning')]
  const words = found.filter((each) => each !== false).join(', ')
  const why = whyNot(state, { isDraft, isChecked: check.text === text, errors })
  return { isDraft, errors, words: words === '' && isDraft ? 'no problems' : words, maySave: why === '', why }
}

function whyNot(
  { isSaving }: PolicyState,
  { isDraft, isChecked, errors }: { readonly isDraft: boolean; readonly isChecked: boolean; readonly errors: number },
): string {
  if (!isDraft) return 'the text equals the stored object'
  if (!isChecked) return 'the draft is being checked'
  if (errors > 0) return 'the server would refuse it'
  return isSaving ? 'a save is in progress' : ''
}
