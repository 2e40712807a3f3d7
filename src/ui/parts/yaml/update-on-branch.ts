import type { Lab } from '#ui/lab/lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { draftKey, type YamlStore } from '#ui/exchange/draft-store.ts'
import { replaceAt } from '#ui/exchange/write-object.ts'
import { writeOnBranch } from '#ui/parts/clusters/fork.ts'

interface PastEdit {
  readonly lab: Lab
  readonly store: YamlStore
  readonly ref: ObjectRef
  /** The revision at which the object was edited. */
  readonly at: number
}

/** Writes an edit of the past to a new branch, and ends its draft once it is stored. [MC10] */
export async function updateOnBranch({ lab, store, ref, at }: PastEdit, text: string): Promise<void> {
  await writeOnBranch(lab, at, async (prefix) => {
    const refusal = await replaceAt(lab, prefix, ref, text)
    if (refusal === '') store.setDraft(draftKey(ref, at), null)
    return refusal
  })
}
