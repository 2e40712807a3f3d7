import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import { createYamlStore, draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { updateObject } from '#ui/exchange/write-object.ts'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createChecks } from '#ui/language/checks.ts'
import { likelyFix } from '#ui/language/likely-fix.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

/** Reports whether an update was refused only because of unknown or repeated fields. */
export const isHeld = ({ reason, message = '' }: Status): boolean =>
  reason === 'BadRequest' && message.includes('strict decoding error')

interface HeldUpdateProps {
  readonly status: Status
  readonly reference: ObjectRef
  readonly draft: ObjectDraft
}

/** Explains that an update was held because of unknown fields, with the ways to send it. [YE13] */
export function HeldUpdate({ status, reference, draft }: HeldUpdateProps) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const checked = useStore(partState(lab, createChecks).store, (state) => state.checked)
  const fix = checked?.text === draft.text ? likelyFix(draft.text, checked.problems) : null
  const send = (text: string, dropUnknown: boolean): void =>
    void updateObject({ lab, store, ref: reference }, text, dropUnknown)
  return (
    <ExplainCard
      status={status}
      isBrief
      what="Held: the server does not know these fields and would drop them. The object is unchanged."
      actions={
        <>
          {fix !== null && (
            <Button
              size="small"
              look="primary"
              onClick={() => {
                store.setDraft(draftKey(reference), { ...draft, text: fix.text })
                send(fix.text, false)
              }}
              data-testid="held-fix"
            >
              {fix.title} and update
            </Button>
          )}
          <Button size="small" onClick={() => send(draft.text, true)} data-testid="held-send">
            Send anyway, without them
          </Button>
        </>
      }
    />
  )
}
