import { useState } from 'react'
import { useStore } from 'zustand'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { countText } from '#ui/model/words.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import type { Choice } from './applied-config.ts'
import { managerEntries } from './fields-v1.ts'
import { applyDraft, type ApplyReview, choose, endReview, isForced, reviewApply } from './review.ts'
import { OwnershipChanges } from './ownership-changes.tsx'
import styles from './apply-panel.module.css'

interface ApplyPanelProps {
  readonly review: ApplyReview
  readonly reference: ObjectRef
}

/** Shows what an apply would do, from the server's dry run, and a button that applies. [OW6] */
export function ApplyPanel({ review, reference }: ApplyPanelProps) {
  const lab = useLab()
  const subject = { lab, ref: reference, draft: review.draft }
  const all = (choice: Choice) => choose(subject, new Map(review.conflicts.map(({ path }) => [path, choice])))
  const isBlocked = review.after === null
  const apply = () => void applyDraft(subject)
  if (review.conflicts.length > 0) {
    return (
      <section className={styles.panel} aria-label="Before the apply" data-testid="apply-review">
        {review.refusal !== null && (
          <ExplainCard
            status={review.refusal}
            what={`Your file sets ${countText(review.conflicts.length, 'field')} to other values than their current owners.`}
            detail={<Outcome review={review} />}
            isBrief
            actions={
              <>
                <Button size="small" look="primary" disabled={isBlocked} onClick={apply} data-testid="apply-choices">
                  Apply with these choices <kbd>{chordText('Mod+Enter')}</kbd>
                </Button>
                <Button size="small" onClick={() => void all('force')} data-testid="force-all">
                  {review.conflicts.length === 1 ? 'Force it' : 'Force all'}
                </Button>
                <Button size="small" look="ghost" onClick={() => void all('give-up')}>
                  {review.conflicts.length === 1 ? 'Give it up' : 'Give up all'}
                </Button>
                <Button size="small" look="ghost" onClick={() => endReview(lab)}>
                  Cancel
                </Button>
                <RequestLine review={review} reference={reference} />
              </>
            }
          />
        )}
      </section>
    )
  }
  return (
    <section className={styles.panel} aria-label="Before the apply" data-testid="apply-review">
      <header className={styles.panelHead}>
        <b>{review.state === 'asking' ? 'Trying the apply' : isBlocked ? 'Refused' : 'No conflicts'}</b>
        <Pill>dry run, nothing stored</Pill>
        <span className={styles.space} />
        <IconButton icon="x" size="small" iconSize={14} label="Close the review" onClick={() => endReview(lab)} />
      </header>
      {review.failure !== null && <p className={styles.say}>No answer: {review.failure}.</p>}
      {review.refusal !== null && <ExplainCard status={review.refusal} />}
      <Outcome review={review} />
      <footer className={styles.panelFoot}>
        <Button size="small" look="primary" disabled={isBlocked} onClick={apply} data-testid="apply-now">
          Apply <kbd>{chordText('Mod+Enter')}</kbd>
        </Button>
        <RequestLine review={review} reference={reference} />
      </footer>
    </section>
  )
}

/** Shows the configuration that is sent and its effect. */
function Outcome({ review }: { readonly review: ApplyReview }) {
  const manager = useStore(partState(useLab(), createFieldManager), (state) => state.name)
  const { applied, after, changes } = review
  return (
    <div className={styles.outcome}>
      <p className={styles.say}>
        Sends {countText(applied.fieldCount, 'value')} as <b>{manager}</b>: what it applied before, and what you
        changed.
        {after !== null && changes.length === 0 && ' No manager gains or loses a field.'}
      </p>
      {after !== null && changes.length > 0 && <OwnershipChanges changes={changes} />}
      {applied.notRemoved.length > 0 && (
        <p className={styles.say}>
          You removed <code>{applied.notRemoved.slice(0, 3).join(', ')}</code>
          {applied.notRemoved.length > 3 && ` and ${applied.notRemoved.length - 3} more`}, but other managers own it
          too: an apply removes only fields that no other manager owns. Update removes it.
        </p>
      )}
    </div>
  )
}

/** The request line of the apply and its field manager; changing the manager repeats the dry run. */
function RequestLine({ review, reference }: ApplyPanelProps) {
  const lab = useLab()
  const store = partState(lab, createFieldManager)
  const manager = useStore(store, (state) => state.name)
  const [typed, setTyped] = useState(manager)
  const known = [...new Set(managerEntries(useSelectedObject()).map((entry) => entry.manager))]
  const take = (): void => {
    if (typed === manager || typed.trim() === '') return
    store.rename(typed.trim())
    void reviewApply({ lab, ref: reference, draft: review.draft })
  }
  return (
    <>
      <label className={styles.as}>
        fieldManager
        <input
          value={typed}
          size={14}
          list="apply-managers"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
          }}
        />
      </label>
      <datalist id="apply-managers">
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <code className={styles.request}>
        PATCH …/{reference.name}
        {isForced(review.choices) && '?force=true'}
      </code>
    </>
  )
}
