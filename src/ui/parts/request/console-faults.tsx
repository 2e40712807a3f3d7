import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import { FaultCard } from '#ui/exchange/faults/fault-card.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createBodyEditor } from './body-editor.ts'
import { createConsole } from './console-store.ts'
import { objectAt } from './object-at.ts'

/** A 422 of the console, with the causes in the body that was sent. [EX7] */
export function ConsoleFaults({ status }: { readonly status: Status }) {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const stored = useStore(lab.objects, (state) => objectAt(state, draft.path))
  const answered = useStore(requests.store, ({ answer }) => (answer.type === 'received' ? answer.requestId : 0))
  return (
    <FaultCard
      key={answered}
      status={status}
      body={draft.body}
      stored={stored}
      change={(body, isSent) => {
        requests.change((known) => ({ ...known, body }))
        if (isSent) requests.send()
      }}
      showLine={partState(lab, createBodyEditor).showLine}
    />
  )
}
