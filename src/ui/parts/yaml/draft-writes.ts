import type { ApiObject } from '#api/object-meta.ts'
import { createYamlStore, draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { createAgain, rebasedText, updateObject } from '#ui/exchange/write-object.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { type ApplyReview, applyDraft } from '#ui/parts/managers/review.ts'
import { notSentWords, readYaml } from '#ui/texts/read-yaml.ts'
import { updateOnBranch } from './update-on-branch.ts'

/** Sends the draft of an object: as the reviewed apply while a review is open, else as an update. */
export async function submitDraft(lab: Lab, ref: ObjectRef, review: ApplyReview | null): Promise<void> {
  const store = partState(lab, createYamlStore)
  const { at } = lab.cursor.getState()
  const current = store.getState().drafts[draftKey(ref, at)]
  if (current === undefined) return
  if (at !== null) await updateOnBranch({ lab, store, ref, at }, current.text)
  else if (review !== null) await applyDraft({ lab, ref, draft: review.draft })
  else await updateObject({ lab, store, ref }, current.text)
}

/** Creates the object anew with the text of a draft, when it was deleted while the draft was written. [LF2] */
export async function createFromDraft(lab: Lab, ref: ObjectRef, draft: ObjectDraft): Promise<void> {
  const read = readYaml(draft.text)
  if (read.type === 'problem') return lab.overlay.showRefusal(notSentWords(draft.text))
  await createAgain({ lab, store: partState(lab, createYamlStore), ref }, { metadata: {}, ...read.object })
}

/** Moves the edits of a draft onto the live version of its object. */
export async function putOnLive(lab: Lab, ref: ObjectRef, draft: ObjectDraft, live: ApiObject): Promise<void> {
  const text = rebasedText(draft.base, draft.text, live)
  if (text === null) lab.overlay.showRefusal(notSentWords(draft.text))
  else partState(lab, createYamlStore).setDraft(draftKey(ref), { text, base: live })
}
