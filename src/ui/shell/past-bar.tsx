import { useDeferredValue } from 'react'
import { useStore } from 'zustand'
import { returnToLive } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { forkAt } from '#ui/parts/clusters/fork.ts'
import { numberText } from '#ui/model/words.ts'
import { useLab, useUnreadable } from '#ui/lab/use-lab.ts'
import styles from './past-bar.module.css'

/** States that the page shows the past, and offers the way back to Live. [UI5] */
export function PastBar() {
  const lab = useLab()
  // After the rail, in a frame of its own: the bar moves the work area, whose editor is laid out anew then. [PF5]
  const at = useDeferredValue(useStore(lab.cursor, (state) => state.at))
  const refused = useStore(lab.cursor, (state) => state.refused)
  const shown = useStore(lab.cursor, (state) => state.shown)
  const unreadable = useUnreadable()
  if (at === null) return null
  return (
    <div className={styles.bar} role="status">
      <Icon name="clock" size={14} />
      <b>Viewing revision {numberText(at)}</b>
      {refused === null ? (
        <span>
          {shown === at || shown === null
            ? 'The panels show this moment; writes fork.'
            : `Reading resourceVersion ${at}; the panels still show ${shown}.`}
        </span>
      ) : (
        <span className={styles.refused}>{unreadable === '' ? refused : unreadable}</span>
      )}
      {refused === null && (
        <Button size="small" icon="branch" onClick={() => void forkAt(lab, at)} aria-keyshortcuts="f">
          Fork here <kbd>f</kbd>
        </Button>
      )}
      <Button size="small" onClick={() => returnToLive(lab)} aria-keyshortcuts="End">
        Return to Live <kbd>End</kbd>
      </Button>
    </div>
  )
}
