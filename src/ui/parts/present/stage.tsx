import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { MomentStep } from '#facts/moment.ts'
import { Button } from '#ui/kit/button.tsx'
import { travelTo } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { Rail } from '#ui/rail/rail.tsx'
import { presentStore } from './present-store.ts'
import { stageKey, stepsOf } from './steps.ts'
import styles from './present.module.css'

/** The steps, the current one, and functions that change it. */
function useSteps() {
  const lab = useLab()
  const present = presentStore(lab)
  const { own, index, startMs } = useStore(present)
  const rows = useStore(lab.cluster, (state) => state.rows)
  const steps = stepsOf(own, rows)
  const at = Math.min(index, Math.max(0, steps.length - 1))
  useEffect(() => present.follow(), [present])
  const show = (to: number): void => present.show(Math.max(0, Math.min(steps.length - 1, to)))
  return { lab, steps, at, step: steps[at], startMs, show }
}

function leave(): void {
  const query = new URLSearchParams(location.search)
  query.delete('present')
  location.assign(`${location.pathname}?${query.toString()}`)
}

function openNotes(): void {
  const query = new URLSearchParams(location.search)
  query.set('present', 'notes')
  window.open(`${location.pathname}?${query.toString()}`, 'orchard-notes')
}

/** Runs the keys of a presentation before those of the page. [PR2] */
function useStageKeys(run: (action: NonNullable<ReturnType<typeof stageKey>>) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = event.ctrlKey || event.metaKey || event.altKey ? null : stageKey(event)
      const isOnButton = event.target instanceof HTMLButtonElement && event.key === ' '
      const isOnRail = event.target instanceof HTMLElement && event.target.role === 'slider' && event.key !== ' '
      if (action === null || isOnButton || isOnRail) return
      event.preventDefault()
      event.stopImmediatePropagation()
      run(action)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [run])
}

/** The stage of a presentation: large type, the step's revision on the rail, and the keys. [PR1] */
export function Stage() {
  const { lab, steps, at, step, show } = useSteps()
  useStageKeys((action) => {
    if (action === 'next') show(at + 1)
    else if (action === 'back') show(at - 1)
    else if (action === 'notes') openNotes()
    else leave()
  })
  const shownAt = step?.at ?? null
  const objectKey = JSON.stringify(step?.object ?? null)
  useEffect(() => {
    const object = JSON.parse(objectKey) as MomentStep['object']
    if (object !== null) lab.selection.selectObject(object)
    travelTo(lab, shownAt)
  }, [lab, shownAt, objectKey])
  return (
    <main className={styles.stage} data-testid="stage">
      <Progress count={steps.length} at={at} />
      <section className={styles.words} aria-live="polite">
        <h1>{step?.title ?? 'Nothing to show'}</h1>
        <p>{step?.text}</p>
      </section>
      <footer className={styles.keys}>
        <Button onClick={() => show(at + 1)} disabled={at >= steps.length - 1}>
          <kbd>Space</kbd> next step
        </Button>
        <Button look="ghost" onClick={() => show(at - 1)} disabled={at === 0}>
          <kbd>⇧ Space</kbd> back
        </Button>
        <Button look="ghost" onClick={openNotes}>
          <kbd>N</kbd> notes in another tab
        </Button>
        <Button look="ghost" onClick={leave}>
          <kbd>Esc</kbd> leave
        </Button>
      </footer>
      <div className={styles.rail}>
        <Rail />
      </div>
    </main>
  )
}

function Progress({ count, at }: { readonly count: number; readonly at: number }) {
  return (
    <header className={styles.progress}>
      <progress max={Math.max(1, count)} value={Math.min(count, at + 1)} aria-label="Steps" />
      <span>
        {Math.min(count, at + 1)} of {count}
      </span>
    </header>
  )
}

/** The speaker's notes, in another tab of the same browser. [PR3] */
export function Notes() {
  const { steps, at, step, startMs, show } = useSteps()
  useStageKeys((action) => {
    if (action === 'next') show(at + 1)
    else if (action === 'back') show(at - 1)
  })
  const next = steps[at + 1]
  return (
    <main className={styles.notes} data-testid="notes">
      <header>
        <span>
          Now, {Math.min(steps.length, at + 1)} of {steps.length}
        </span>
        <Elapsed startMs={startMs} />
      </header>
      <h1>{step?.title}</h1>
      <p className={styles.own}>{step === undefined || step.notes === '' ? 'No notes for this step.' : step.notes}</p>
      <p>{step?.text}</p>
      {next !== undefined && (
        <section>
          <h2>Next: {next.title}</h2>
        </section>
      )}
      <footer className={styles.keys}>
        <Button onClick={() => show(at - 1)} disabled={at === 0}>
          Back
        </Button>
        <Button look="primary" onClick={() => show(at + 1)} disabled={next === undefined}>
          Next step <kbd>Space</kbd>
        </Button>
      </footer>
    </main>
  )
}

function Elapsed({ startMs }: { readonly startMs: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startMs) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [startMs])
  return (
    <b>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </b>
  )
}
