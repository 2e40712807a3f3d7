import { useEffect, useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { numberText } from '#ui/model/words.ts'
import { useStageKeys, useSteps } from './use-steps.ts'
import styles from './notes.module.css'

/** The speaker's notes, in another tab of the same browser. Each line of them is a point. [PR3] */
export function Notes() {
  const { steps, at, step, startMs, other, show } = useSteps('notes')
  useStageKeys((action) => {
    if (action === 'next') show(at + 1)
    else if (action === 'back') show(at - 1)
  })
  const next = steps[at + 1]
  const points = (step?.notes ?? '').split('\n').filter((line) => line.trim() !== '')
  return (
    <main className={styles.notes} data-testid="notes">
      <header>
        <span>
          Now, {Math.min(steps.length, at + 1)} of {steps.length}
        </span>
        <span role="status">{other === 'closed' && 'The stage was closed.'}</span>
        <Elapsed startMs={startMs} />
      </header>
      {/* Scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0} role="group" aria-label="Notes">
        <h1>{step?.title}</h1>
        {points.length === 0 ? <p>No notes for this step.</p> : null}
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        {step !== undefined && (
          <section className={styles.shown}>
            <h2>What the stage shows</h2>
            {step.text !== '' && <p>{step.text}</p>}
            <p>
              {step.object !== null && <code>{step.object.name}</code>}{' '}
              {step.at === null ? 'live' : `at ${numberText(step.at)}`}
            </p>
          </section>
        )}
        {next !== undefined && (
          <section className={styles.next}>
            <h2>
              Next, {at + 2} of {steps.length}
            </h2>
            <b>{next.title}</b>
            <p>{next.notes.split('\n')[0]}</p>
          </section>
        )}
      </div>
      <footer>
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
    const timer = setInterval(() => setSeconds(Math.max(0, Math.floor((Date.now() - startMs) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [startMs])
  return (
    <b>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </b>
  )
}
