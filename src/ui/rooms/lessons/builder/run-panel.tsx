import { useState } from 'react'
import { useStore } from 'zustand'
import { othersAround } from '#lesson/build/order.ts'
import type { StepRun } from '#lesson/build/run-steps.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { playDraft } from '#ui/rooms/lessons/state/play-draft.ts'
import type { Build } from './build.ts'
import { OrderTools } from './order-tools.tsx'
import { runOf } from './run-store.ts'
import { WayList } from './way-list.tsx'
import styles from './side.module.css'

const runKeys = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘↵' : 'Ctrl ↵'

const outcomes: Readonly<Record<StepRun['outcome'], string>> = {
  solved: 'solved',
  unsolved: 'not solved by its answer',
  'no-answer': 'has no answer: the run ends here',
  'solved-before': 'is true before anything was sent',
}

/** The first condition that is false after the answers, and why. */
function whyUnsolved({ checks, outcome }: StepRun): string {
  if (outcome === 'solved-before')
    return 'Its conditions hold already. Add one on the answer, such as last.code == 200.'
  const at = checks.findIndex(({ isTrue }) => !isTrue)
  const check = checks[at]
  if (check === undefined) return ''
  return `Condition ${at + 1}, “${check.say}”, is ${check.problem === '' ? 'false' : check.problem}.`
}

function RunRow({ run, at, build }: { readonly run: StepRun; readonly at: number; readonly build: Build }) {
  const { title, outcome, requests, ms } = run
  const isBad = outcome === 'unsolved' || outcome === 'solved-before'
  const key = build.draft.steps[at]?.key
  return (
    <li data-bad={isBad ? '' : undefined}>
      <Icon name={isBad ? 'x' : 'check'} size={12} />
      <span>
        {title} <small>{outcome === 'solved' ? requests : outcomes[outcome]}</small>
      </span>
      <small>{Math.round(ms)} ms</small>
      {isBad && (
        <p role="alert">
          <b>Step {at + 1}:</b> {whyUnsolved(run)}{' '}
          {key !== undefined && (
            <Button size="small" onClick={() => build.setView({ type: 'step', key })}>
              Go to step {at + 1}
            </Button>
          )}
          {key !== undefined &&
            othersAround(build.draft, key).map((recorded) => (
              <OrderTools key={recorded.id} build={build} recorded={recorded} />
            ))}
        </p>
      )}
    </li>
  )
}

/** The way from a lesson that solves itself to playing it. The draft stays. [LSN33] */
function PlayIt({ lesson }: { readonly lesson: Lesson }) {
  const lab = useLab()
  const [words, setWords] = useState('')
  const play = () => {
    setWords('The lesson opens…')
    void playDraft(lab, lesson).then(setWords)
  }
  return (
    <p className={styles.play}>
      <Button size="small" icon="play" onClick={play}>
        Play it as a learner
      </Button>{' '}
      <span role="status">{words}</span>
    </p>
  )
}

/** Lets the lesson solve itself with its answers, on a cluster of its own. [LSN21] */
export function RunPanel({ build }: { readonly build: Build }) {
  const { phase, steps, failure } = useStore(runOf(useLab()).store)
  const count = build.lesson.steps.length
  const isWhole = phase === 'ended' && failure === '' && steps.length === count && count > 0
  const isSolved = isWhole && steps.every(({ outcome }) => outcome === 'solved')
  return (
    <section className={styles.run} aria-label="Run it">
      <header>
        <h3>
          Run it <small>solves itself, with the answers</small>
        </h3>
        <Button
          size="small"
          look="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={phase === 'running' || count === 0}
          onClick={() => build.run()}
        >
          Run <kbd aria-hidden="true">{runKeys}</kbd>
        </Button>
      </header>
      <ol>
        {steps.map((run, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a run only grows
          <RunRow key={at} run={run} at={at} build={build} />
        ))}
      </ol>
      {failure !== '' && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <p role="status">
        {phase === 'running' && `Step ${Math.min(count, steps.length + 1)} of ${count} is running…`}
        {isSolved && `It solves itself: ${count} ${count === 1 ? 'step' : 'steps'}.`}
      </p>
      {isSolved && <PlayIt lesson={build.lesson} />}
      <WayList build={build} isSolved={isSolved} />
    </section>
  )
}
