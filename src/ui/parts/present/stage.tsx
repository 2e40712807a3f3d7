import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { MomentStep } from '#facts/moment.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { travelTo } from '#ui/lab/actions.ts'
import { focusAfterMove, leavePage } from '#ui/lab/page/leave-page.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { clustersStore, shownCluster } from '#ui/parts/clusters/store.ts'
import { Rail } from '#ui/rail/rail.tsx'
import { Picture } from './picture.tsx'
import { leftSearch } from './present-command.ts'
import { Question, useSend } from './question.tsx'
import { type StageAction, stageTitle } from './steps.ts'
import { useStageKeys, useSteps } from './use-steps.ts'
import { writesOfStep } from './writes-of-step.ts'
import styles from './present.module.css'

/** Time for which a pressed key is marked on its button, in milliseconds. */
const PRESSED_MS = 1000
/** More steps than this are one bar. */
const SEGMENTS_MAX = 24

const leave = (): void => leavePage(leftSearch(location.search))

function openNotes(): void {
  const query = new URLSearchParams(location.search)
  query.set('present', 'notes')
  window.open(`${location.pathname}?${query.toString()}`, 'orchard-notes')
}

/** The key that was pressed within the last second; `null` for none. */
function usePressed(): readonly [StageAction | null, (action: StageAction) => void] {
  const [pressed, setPressed] = useState<{ readonly action: StageAction } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPressed(null), PRESSED_MS)
    return () => clearTimeout(timer)
  }, [pressed])
  return [pressed?.action ?? null, (action) => setPressed({ action })]
}

/** The stage of a presentation: large type, the step's revision on the rail, and the keys. [PR1] */
export function Stage() {
  const { lab, steps, at, step, other, rows, show } = useSteps('stage')
  const [pressed, setPressed] = usePressed()
  const [answer, send] = useSend(step)
  const act: Readonly<Record<StageAction, () => void>> = {
    next: () => show(at + 1),
    back: () => show(at - 1),
    notes: openNotes,
    leave,
    send,
  }
  useStageKeys((action) => {
    setPressed(action)
    act[action]()
  })
  const shownAt = step?.at ?? null
  const objectKey = JSON.stringify(step?.object ?? null)
  useEffect(() => {
    const object = JSON.parse(objectKey) as MomentStep['object']
    if (object !== null) lab.selection.selectObject(object)
    travelTo(lab, shownAt)
  }, [lab, shownAt, objectKey])
  const writes = writesOfStep(step, rows)
  return (
    <main ref={focusAfterMove} tabIndex={-1} className={styles.stage} data-testid="stage">
      <Progress steps={steps} at={at} />
      <div className={classes(styles.scene, writes.length > 0 && styles.pictured)}>
        <section className={styles.words} aria-live="polite">
          <h1>{step?.title ?? 'Nothing to show'}</h1>
          <p>{step?.text}</p>
          <Question step={step} answer={answer} />
        </section>
        <Picture writes={writes} />
      </div>
      <footer className={styles.keys}>
        {step?.send !== undefined && (
          <Button look="primary" onClick={send} data-pressed={pressed === 'send'}>
            <kbd>Ctrl ↵</kbd> Send as {step.send.as}
          </Button>
        )}
        <Button onClick={act.next} disabled={at >= steps.length - 1} data-pressed={pressed === 'next'}>
          <kbd>Space</kbd> {steps[at + 1] === undefined ? 'last step' : 'next step'}
        </Button>
        <Button look="ghost" onClick={act.back} disabled={at === 0} data-pressed={pressed === 'back'}>
          <kbd>⇧ Space</kbd> back
        </Button>
        <Button look="ghost" onClick={openNotes} data-pressed={pressed === 'notes'}>
          <kbd>N</kbd> notes in another tab
        </Button>
        <Button look="ghost" onClick={leave} data-pressed={pressed === 'leave'}>
          <kbd>Esc</kbd> leave
        </Button>
        <small role="status">{other === 'closed' && 'The tab with the notes was closed.'}</small>
      </footer>
      <div className={styles.rail}>
        <Rail isBare />
      </div>
    </main>
  )
}

/** The title of what is shown; `''` until the list of clusters was read. */
function useTitle(): string {
  const { store, refresh } = clustersStore(useLab())
  useEffect(() => void refresh(), [refresh])
  const shown = useStore(store, shownCluster)
  return shown === undefined ? '' : stageTitle(shown)
}

function Progress({ steps, at }: { readonly steps: readonly MomentStep[]; readonly at: number }) {
  const count = steps.length
  const title = useTitle()
  return (
    <header className={styles.progress}>
      <b title={title}>{title}</b>
      {count <= SEGMENTS_MAX ? (
        <ol className={styles.segments} aria-label="Steps">
          {steps.map(({ title }, index) => (
            // Steps have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} aria-current={index === at ? 'step' : undefined} data-done={index < at}>
              <span className="visually-hidden">{title}</span>
            </li>
          ))}
        </ol>
      ) : (
        <progress max={count} value={at + 1} aria-label="Steps" />
      )}
      <span>
        {Math.min(count, at + 1)} of {count}
      </span>
    </header>
  )
}
