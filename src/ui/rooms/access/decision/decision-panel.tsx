import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { AccessRequestForm } from './access-request-form.tsx'
import { readAuthorizationDraft } from '#ui/rooms/access/state/config-draft.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { Reviews } from './reviews.tsx'
import { TokenSteps } from './token-steps.tsx'
import { TraceView } from './trace-view.tsx'
import { useAccess, useAccessState, useIdentities } from '#ui/rooms/access/state/use-access.ts'
import styles from './decision.module.css'

/** Explains the decision on one request: the form, the authorizers in order, the outcome, and the webhook calls. */
export function DecisionPanel() {
  const { decide } = useAccess()
  const draft = readAuthorizationDraft()
  const identityId = useAccessState((state) => state.identityId)
  const refused = useIdentities().find(({ id, error }) => id === identityId && error !== '')
  return (
    <>
      <header className={styles.head}>
        <h2>Decision trace</h2>
        <span className={styles.fill} />
        <Button
          size="small"
          disabled={draft === null}
          title={draft === null ? 'The Config room has no draft of the authorization file' : 'Decides with the draft'}
          onClick={() => void decide({ isDraft: true })}
        >
          Replay with draft
        </Button>
        <Button size="small" look="primary" onClick={() => void decide()} data-testid="decide">
          Decide <kbd>{chordText('Mod+Enter')}</kbd>
        </Button>
      </header>
      <AccessRequestForm />
      {refused === undefined ? <Decision /> : <TokenSteps identity={refused} />}
    </>
  )
}

/** The server's decision, or a note while it is pending. */
function Decision() {
  const decision = useAccessState((state) => state.decision)
  const blast = useAccessState((state) => state.blast)
  const { frozen } = useStore(useLab().clock.store)
  const decided = valueOf(decision)
  const isWaiting = decision.type === 'waiting'
  return (
    <>
      {decision.type === 'failed' && (
        <p className={styles.failed} role="alert">
          {decision.message}
        </p>
      )}
      {decided === null && <p className={styles.empty}>{isWaiting ? 'Deciding…' : 'No decision yet.'}</p>}
      {isWaiting && decided !== null && (
        <p className={styles.waiting} role="status">
          Deciding… {frozen && 'The clock is paused, so a delayed webhook never responds: run the clock.'}
        </p>
      )}
      {decided !== null && (
        <>
          {decided.isDraft && (
            <p className={styles.draft}>
              <Pill>Draft</Pill>{' '}
              {blast === null
                ? 'Replaying the last requests…'
                : `Of the last ${countText(blast.count, 'request')}, ${blast.newlyRefused} would be newly refused and ${blast.newlyAllowed} newly allowed.`}
            </p>
          )}
          <TraceView decided={decided} isOld={isWaiting} />
          <Reviews steps={decided.trial.steps} />
        </>
      )}
    </>
  )
}
