import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Line, Words } from '#ui/kit/code/markdown.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { CellAddress } from '#ui/cell/cell-address.ts'
import cellStyles from '#ui/cell/cell.module.css'
import { CellPlay } from './cell-play-store.ts'
import { findLesson } from './find-lesson.ts'
import styles from './lesson-cell.module.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const charactersMax = 20_000
const bodyLinesMax = 6

/** Method, path and body of the request that is sent next. */
function RequestFields({ play }: { readonly play: CellPlay }) {
  const { draft, isSending, phase } = useStore(play.store)
  return (
    // Not a form: the frame of a cell may submit none.
    <div className={styles.request}>
      <select aria-label="Method" value={draft.method} onChange={({ target }) => play.change({ method: target.value })}>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      <input
        aria-label="Path and query"
        placeholder="/api/v1/namespaces"
        value={draft.target}
        spellCheck={false}
        onChange={({ target }) => play.change({ target: target.value })}
        onKeyDown={({ key }) => key === 'Enter' && play.send()}
      />
      <Button
        look="primary"
        disabled={isSending || phase !== 'playing' || draft.target === ''}
        onClick={() => play.send()}
      >
        Send
      </Button>
      {draft.method !== 'GET' && (
        <textarea
          aria-label="Body"
          spellCheck={false}
          rows={Math.min(bodyLinesMax, draft.body.split('\n').length)}
          value={draft.body}
          onChange={({ target }) => play.change({ body: target.value })}
        />
      )}
    </div>
  )
}

/** The answer to the last request. */
function LastAnswer({ play }: { readonly play: CellPlay }) {
  const last = useStore(play.store, (state) => state.last)
  if (last === null) return null
  const text = last.events.length > 0 ? last.events.map((event) => JSON.stringify(event)).join('\n') : last.text
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
    <section tabIndex={0} className={styles.answer} aria-label="Answer of the server">
      <b className={last.code < 400 ? cellStyles.good : cellStyles.bad}>{last.code}</b> {last.method}
      <pre>{text.slice(0, charactersMax)}</pre>
    </section>
  )
}

/** The conditions of the step with what is true by now. */
function Checks({ play }: { readonly play: CellPlay }) {
  const { checks } = useStore(play.store)
  return (
    <ul className={styles.checks} aria-label="Checks">
      {checks.map(({ say, isTrue }, at) => (
        <li key={play.step?.expect[at]?.is ?? say}>
          <i className={styles.box} data-on={isTrue ? '' : undefined}>
            {isTrue && <Icon name="check" size={12} />}
          </i>
          <span>
            <Line text={say} />
            <span className="visually-hidden">{isTrue ? ', true' : ', not yet'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Hint and answer, which send nothing. */
function Actions({ play }: { readonly play: CellPlay }) {
  const { isDone, hints, answerAt } = useStore(play.store)
  const { step } = play
  if (step === undefined || isDone) return null
  const count = step.answer.length
  return (
    <div className={styles.actions}>
      {step.hints.length > 0 && (
        <Button size="small" disabled={hints >= step.hints.length} onClick={() => play.showHint()}>
          Hint
        </Button>
      )}
      {count > 0 && (
        <Button size="small" look="ghost" onClick={() => play.fillAnswer()}>
          {count === 1 ? 'Answer' : `Answer ${answerAt + 1} of ${count}`}
        </Button>
      )}
    </div>
  )
}

/** Shows the end of the step, without moving the page around the cell. */
const toEnd = (words: HTMLElement | null): void => {
  const step = words?.closest('section')
  if (step !== null && step !== undefined) step.scrollTop = step.scrollHeight
}

/** Hints, the words to a likely mistake, or the explanation of the done step. */
function Said({ play }: { readonly play: CellPlay }) {
  const { isDone, hints, mistake, after } = useStore(play.store)
  return (
    <div role="status">
      {!isDone && hints > 0 && (
        <ol className={styles.hints} aria-label="Hints">
          {play.step?.hints.slice(0, hints).map((hint) => (
            <li key={hint}>
              <Line text={hint} />
            </li>
          ))}
        </ol>
      )}
      {mistake !== '' && (
        <p className={styles.mistake}>
          <Line text={mistake} />
        </p>
      )}
      {isDone && (
        <p className={styles.after} ref={toEnd}>
          <b>Done.</b> <Line text={after} />
        </p>
      )}
    </div>
  )
}

function Playing({ play }: { readonly play: CellPlay }) {
  const { phase, failure, at, say, isDone } = useStore(play.store)
  const { lesson, step } = play
  return (
    <>
      <header className={cellStyles.head}>
        <span>
          {lesson.title} <b>{step?.title}</b>
        </span>
        <small>
          step {at + 1} of {lesson.steps.length}
        </small>
        {isDone && at + 1 < lesson.steps.length && (
          <Button size="small" look="primary" className={styles.next} onClick={() => play.next()}>
            Next step
          </Button>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <section className={styles.lesson} tabIndex={0} aria-label={step?.title} aria-busy={phase === 'opening'}>
        {phase === 'failed' && (
          <p role="alert" className={styles.mistake}>
            {failure}
          </p>
        )}
        {phase === 'opening' && <p role="status">The lesson is opening…</p>}
        {phase === 'playing' && (
          <>
            <Words text={say} />
            <RequestFields play={play} />
            <LastAnswer play={play} />
            <Checks play={play} />
            <Said play={play} />
            <Actions play={play} />
          </>
        )}
      </section>
    </>
  )
}

/** Steps of a lesson, from one on: the words, a request to send, and the checks. [EM10] */
export function LessonCell({ cell }: { readonly cell: CellAddress }) {
  const lab = useLab()
  const [found] = useState(() => findLesson(cell.lesson, location.hash))
  const [play] = useState(() => (typeof found === 'string' ? null : new CellPlay(found, cell.step)))
  useEffect(() => {
    const ending = new AbortController()
    play?.open((path, init) => lab.read(path, init), ending.signal)
    return () => ending.abort()
  }, [play, lab])
  if (play === null) return <p className={cellStyles.empty}>{String(found)}</p>
  return <Playing play={play} />
}
