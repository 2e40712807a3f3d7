import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { readyFixes } from '#ui/exchange/explain/fix-draft.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { retryFrom } from '#ui/exchange/response/retry-after.ts'
import { RetryButton } from '#ui/exchange/response/retry-button.tsx'
import { SendAsAdmin } from '#ui/exchange/response/send-as-admin.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createConsole } from './console-store.ts'

/** The explanation with buttons that fix the request and send it again. [EX2] */
export function FixCard({ status }: { readonly status: Status }) {
  const requests = partState(useLab(), createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const { id: card, fixes } = explain(status)
  const ready = readyFixes(fixes, draft, status)
  const answer = useStore(requests.store, (state) => state.answer)
  const from = answer.type === 'received' ? retryFrom(answer, status) : 0
  const buttons = ready.map(({ id, label, draft: fixed, looksFirst }, at) => (
    <RetryButton
      key={`${id} ${from}`}
      label={label}
      from={id === 'send-again' ? from : 0}
      look={at === 0 ? 'primary' : 'plain'}
      data-testid={`fix-${id}`}
      onClick={() => (looksFirst ? requests.change(() => fixed) : requests.sendFixed(() => fixed))}
    />
  ))
  const actions = card === 'not-allowed' ? <SendAsAdmin send={requests.send} /> : buttons
  return (
    <ExplainCard
      status={status}
      isRead={answer.type === 'received' && answer.method === 'GET'}
      actions={ready.length === 0 && card !== 'not-allowed' ? undefined : actions}
      sendAgain={requests.send}
    />
  )
}
