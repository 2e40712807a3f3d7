import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { errorText } from '#api/error-text.ts'
import type { TrialAction } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import type { NearestChange } from '#ui/lab/nearest-change.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { grantOf, sendGrant } from './grant.ts'
import styles from './add-right.module.css'

interface AddRightProps {
  readonly change: NearestChange
  readonly action: TrialAction
  readonly sendAgain: (() => void) | undefined
}

/** The missing permission as a diff of roles, with the button that adds it. [EX6] */
export function AddRight({ change, action, sendAgain }: AddRightProps) {
  const lab = useLab()
  const vocabulary = useStore(lab.objects, vocabularyOf)
  const grant = useMemo(() => grantOf(change, action, vocabulary), [change, action, vocabulary])
  const [outcome, setOutcome] = useState('')
  const isAdded = outcome === 'added'
  const run = () =>
    void sendGrant(lab, grant).then(
      () => setOutcome('added'),
      (error: unknown) => setOutcome(errorText(error)),
    )
  return (
    <div className={styles.add} data-testid="add-right">
      <pre aria-label="The missing permission" role="group">
        {grant.lines.map((line) => (
          <span key={line} data-line={line.startsWith('+') ? 'added' : 'same'}>
            {line}
          </span>
        ))}
      </pre>
      {isAdded && sendAgain !== undefined ? (
        // The same place in the tree as the button that was pressed, so it keeps the focus.
        <Button size="small" onClick={sendAgain}>
          Send it again
        </Button>
      ) : (
        <Button size="small" disabled={isAdded} onClick={run}>
          Add it as admin
        </Button>
      )}
      <small role="status">
        {isAdded ? (sendAgain === undefined ? 'Added: send the request again.' : 'Added.') : outcome}
      </small>
    </div>
  )
}
