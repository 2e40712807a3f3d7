import type { Lab } from '#ui/lab/lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { statusOf } from '#ui/exchange/read-status.ts'
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
    const answer = await replaceAt({ lab, ref, prefix }, text)
    if (answer.type !== 'received') return answer.type === 'failed' ? answer.message : 'the server did not answer'
    if (answer.status >= 300) return statusOf(answer)?.message ?? `${answer.status} ${answer.statusText}`
    store.setDraft(draftKey(ref, at), null)
    return ''
  })
}
