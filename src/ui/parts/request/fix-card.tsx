import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { fixesOf, type ReadyFix } from '#ui/exchange/explain/fix-draft.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { PolicyButton } from '#ui/exchange/response/policy-button.tsx'
import { retryFrom } from '#ui/exchange/response/retry-after.ts'
import { RetryButton } from '#ui/exchange/response/retry-button.tsx'
import { SendAsAdmin } from '#ui/exchange/response/send-as-admin.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createBodyEditor } from './body-editor.ts'
import { createConsole } from './console-store.ts'
import { createPathInput } from './path-input.ts'

/** The explanation with buttons that fix the request and send it again. [EX2] */
export function FixCard({ status }: { readonly status: Status }) {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const { id: card, fixes } = explain(status)
  const answer = useStore(requests.store, (state) => state.answer)
  const from = answer.type === 'received' ? retryFrom(answer, status) : 0
  const take = ({ draft: fixed, looksAt }: ReadyFix): void => {
    if (looksAt === null) return requests.sendFixed(() => fixed)
    requests.change(() => fixed)
    if (looksAt === 'path') partState(lab, createPathInput).show()
    else partState(lab, createBodyEditor).showLine(lineOf(status))
  }
  const buttons = fixesOf(fixes, draft, status).map((fix, at) => (
    <RetryButton
      key={`${fix.id} ${from}`}
      label={fix.label}
      from={fix.id === 'send-again' ? from : 0}
      look={at === 0 ? 'primary' : 'plain'}
      data-testid={`fix-${fix.id}`}
      onClick={() => take(fix)}
    />
  ))
  return (
    <ExplainCard
      status={status}
      isRead={answer.type === 'received' && answer.method === 'GET'}
      actions={
        card === 'not-allowed' ? (
          <SendAsAdmin send={requests.send} />
        ) : (
          <>
            {buttons}
            <PolicyButton status={status} />
            {card === 'unknown-caller' && <SendAsAdmin send={requests.send} />}
          </>
        )
      }
      sendAgain={requests.send}
    />
  )
}

/** The line of the body that the server's message names; the first if it names none. */
const lineOf = ({ message = '' }: Status): number => Number(/\bline (\d+)/.exec(message)?.[1] ?? 1)
