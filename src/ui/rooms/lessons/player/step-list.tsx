import { useStore } from 'zustand'
import type { LessonStep } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useSmall } from '#ui/kit/use-narrow.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { draftText } from '#ui/rooms/lessons/state/to-draft.ts'
import { Line, Words } from '#ui/kit/code/markdown.tsx'
import styles from './column.module.css'

function Box({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className={styles.box} data-on={isOn ? '' : undefined}>
      {isOn && <Icon name="check" size={12} />}
    </span>
  )
}

/** The buttons of the open step. None of them sends anything. */
function StepActions({ step }: { readonly step: LessonStep }) {
  const player = playerOf(useLab())
  const { hints, answerAt } = useStore(player.store)
  const count = step.answer.length
  return (
    <div className={styles.actions}>
      {step.attempt !== null && (
        <Button size="small" look="primary" data-main-stop="" onClick={() => player.fillAttempt()}>
          Put it in the editor
        </Button>
      )}
      {step.hints.length > 0 && (
        <Button size="small" disabled={hints >= step.hints.length} onClick={() => player.showHint()}>
          Hint
        </Button>
      )}
      {count > 0 && (
        <Button size="small" look="ghost" onClick={() => void player.fillAnswer()}>
          {count === 1 ? 'Answer' : `Answer ${answerAt + 1} of ${count}`}
        </Button>
      )}
    </div>
  )
}

/** The text that the answer replaced, beside the answer. */
function Compare() {
  const player = playerOf(useLab())
  const { mine, answer } = useStore(player.store)
  if (mine === null || answer === null || draftText(mine) === draftText(answer)) return null
  return (
    <details className={styles.compare}>
      <summary>Compare yours with the answer</summary>
      <h4>Yours</h4>
      <pre>{draftText(mine)}</pre>
      <h4>Answer</h4>
      <pre>{draftText(answer)}</pre>
      <Button size="small" onClick={() => player.takeMine()}>
        Put mine back
      </Button>
    </details>
  )
}

/** Scrolls the column to a part of it, which may be below its edge on narrow pages. */
const intoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })

/** The open step: what to do, its checks, hints and the word to a mistake. */
function OpenStep({ step }: { readonly step: LessonStep }) {
  const { store } = playerOf(useLab())
  const { phase, say, after, checks, mistake, hints, open } = useStore(store)
  const done = checks.filter(({ isTrue }) => isTrue).length
  return (
    <div className={styles.open}>
      <Words text={say} />
      {!open.isStepDone && open.isBegun && phase === 'playing' && <StepActions step={step} />}
      {hints > 0 && (
        <ol className={styles.hints} aria-label="Hints">
          {step.hints.slice(0, hints).map((hint) => (
            <li key={hint}>
              <Line text={hint} />
            </li>
          ))}
        </ol>
      )}
      <Compare />
      <ul className={styles.checks} aria-label="Checks">
        {checks.map((check, at) => (
          <li key={step.expect[at]?.is ?? check.say} data-true={check.isTrue || open.isStepDone ? '' : undefined}>
            <Box isOn={check.isTrue || open.isStepDone} />
            <span>
              <Line text={check.say} />
              <span className="visually-hidden">{check.isTrue || open.isStepDone ? ', true' : ', not yet'}</span>
            </span>
          </li>
        ))}
      </ul>
      <div role="status">
        {mistake !== '' && (
          <p className={styles.mistake}>
            <Line text={mistake} />
          </p>
        )}
        {open.isStepDone ? (
          <p className={styles.after} ref={intoView}>
            <b>Done.</b> <Line text={after} />
          </p>
        ) : (
          <span className="visually-hidden">
            {done} of {checks.length} checks are true
          </span>
        )}
      </div>
    </div>
  )
}

/** The title of a step. It is the main stop of the lesson until the step has a button for it. [UI22] */
function StepTitle({ step, isViewed }: { readonly step: LessonStep; readonly isViewed: boolean }) {
  const { phase, open, viewed } = useStore(playerOf(useLab()).store)
  const hasStop =
    viewed === open.step && (open.isStepDone || (open.isBegun && phase === 'playing' && step.attempt !== null))
  return (
    <h3 tabIndex={isViewed ? -1 : undefined} data-main-stop={isViewed && !hasStop ? '' : undefined}>
      {step.title}
    </h3>
  )
}

/** The steps of the lesson in order; the viewed one is open. In a narrow or low window the others are counted. [LSN32] */
export function StepList() {
  const { store } = playerOf(useLab())
  const { lesson, open, viewed } = useStore(store)
  const isSmall = useSmall()
  if (lesson === null) return null
  const laterCount = lesson.steps.length - viewed - 1
  return (
    <ol className={styles.steps}>
      {isSmall && viewed > 0 && <Counted isDone words={`${countText(viewed, 'step')} done`} />}
      {lesson.steps.map((step, at) => {
        if (isSmall && at !== viewed) return null
        const isDone = at < open.step || (at === open.step && open.isStepDone)
        return (
          <li
            key={step.title}
            ref={at === viewed && at > 0 ? intoView : null}
            aria-current={at === viewed ? 'step' : undefined}
            data-done={isDone ? '' : undefined}
          >
            <Box isOn={isDone} />
            <div>
              {isDone && <span className="visually-hidden">Done: </span>}
              <StepTitle step={step} isViewed={at === viewed} />
              {at === viewed && <ViewedStep step={step} isOpen={at === open.step} />}
            </div>
          </li>
        )
      })}
      {isSmall && laterCount > 0 && <Counted isDone={false} words={countText(laterCount, 'more step')} />}
    </ol>
  )
}

/** The step that can be played, or the words of one that is done. */
function ViewedStep({ step, isOpen }: { readonly step: LessonStep; readonly isOpen: boolean }) {
  const { store } = playerOf(useLab())
  const { say, after } = useStore(store)
  if (isOpen) return <OpenStep step={step} />
  return (
    <div className={styles.open}>
      <Words text={say} />
      <p className={styles.after}>
        <Line text={after} />
      </p>
    </div>
  )
}

/** One line for the steps before or after the viewed one. */
function Counted({ isDone, words }: { readonly isDone: boolean; readonly words: string }) {
  return (
    <li>
      <Box isOn={isDone} />
      <span className={styles.counted}>{words}</span>
    </li>
  )
}
