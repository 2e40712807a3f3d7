import { useEffect, useState } from 'react'
import { errorText } from '#api/error-text.ts'
import type { ProofExchange } from '#proof/exchange.ts'
import type { StepOfCase } from '#proof/measured.ts'
import { isStepSame } from '#proof/play-case.ts'
import { exchangeOf, type RecordedCase, stepWords } from '#proof/recorded-case.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { type ComparedLine, comparedLines } from './compared.ts'
import { loadCase } from './proof-data.ts'
import { type PlayedHere, runHere } from './run-here.ts'
import styles from './case-sheet.module.css'

interface CaseSheetProps {
  readonly found: StepOfCase
  /** The answer of this server to compare; absent where only the recording is shown. */
  readonly ours?: ProofExchange
  /** The steps of the case whose answers differ here. */
  readonly differing?: ReadonlySet<number>
  readonly close: () => void
}

const noSteps: ReadonlySet<number> = new Set()

/** A recorded case of the original: its steps, and the answer to one of them beside ours. [UPS3] */
export function CaseSheet({ found, ours, differing = noSteps, close }: CaseSheetProps) {
  const [recorded, setRecorded] = useState<RecordedCase>()
  const [step, setStep] = useState(found.step)
  const here = useRunHere(recorded)
  useEffect(() => void loadCase(found.name).then(setRecorded), [found.name])
  const title = ours === undefined ? found.name : 'Same as upstream'
  const note =
    recorded === undefined
      ? 'reading the recording'
      : `${recorded.family}, step ${step + 1} of ${recorded.steps.length}`
  return (
    <Sheet label={title} onClose={close} className={styles.sheet}>
      <SheetHead title={title} note={note} onClose={close} />
      {recorded !== undefined && (
        <>
          <div className={styles.steps}>
            <code>{recorded.name}</code>
            <Steps recorded={recorded} shown={step} show={setStep} differing={differing} />
          </div>
          <Answers
            recorded={recorded}
            step={step}
            ours={here.played?.answers[step] ?? (step === found.step ? ours : undefined)}
            playedIn={here.played?.answers[step] ? here.played.namespace : ''}
          />
          <Foot recorded={recorded} close={close} here={here} run={() => here.run(step)} />
        </>
      )}
    </Sheet>
  )
}

interface Here {
  /** `null` before the case was run. */
  readonly played: PlayedHere | null
  readonly isRunning: boolean
  /** The error with which the run ended; `''` if there was none. */
  readonly refused: string
  run(step: number): void
}

/** Runs the case on a branch in memory. */
function useRunHere(recorded: RecordedCase | undefined): Here {
  const lab = useLab()
  const [played, setPlayed] = useState<PlayedHere | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState('')
  return {
    played,
    isRunning,
    refused,
    run(step) {
      if (recorded === undefined) return
      setRunning(true)
      setRefused('')
      runHere(lab, recorded, step)
        .then(setPlayed, (error: unknown) => setRefused(errorText(error)))
        .finally(() => setRunning(false))
    },
  }
}

interface StepsProps {
  readonly recorded: RecordedCase
  readonly shown: number
  readonly show: (step: number) => void
  readonly differing: ReadonlySet<number>
}

function Steps({ recorded, shown, show, differing }: StepsProps) {
  return (
    <ol aria-label="Steps of the case">
      {recorded.steps.map((step, at) => {
        const isEqual = !differing.has(at) && step.mayDiffer === undefined
        const mark = isEqual ? 'agrees' : differing.has(at) ? 'differs' : 'may differ'
        return (
          // A step has no other identity than its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <button
              type="button"
              ref={(button) => {
                if (at === shown) button?.scrollIntoView({ block: 'nearest' })
              }}
              aria-current={at === shown ? 'step' : undefined}
              onClick={() => show(at)}
            >
              <span className={styles.number}>{at + 1}</span>
              <b>{step.path === undefined ? '' : (step.method ?? 'GET')}</b>
              <span className={styles.path}>{stepWords(step)}</span>
              <span className={styles.code}>{recorded.results[at]?.status ?? ''}</span>
              {isEqual ? (
                <>
                  <Icon name="check" size={12} />
                  <span className="visually-hidden">{mark}</span>
                </>
              ) : (
                <small>{mark}</small>
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

interface AnswersProps {
  readonly recorded: RecordedCase
  readonly step: number
  readonly ours: ProofExchange | null | undefined
  /** The namespace in which it was sent from this sheet; `''` for an answer that is known to be the same. */
  readonly playedIn: string
}

const noAnswer = { body: undefined, text: '' }

function Answers({ recorded, step, ours = null, playedIn }: AnswersProps) {
  const [sent, result] = [recorded.steps[step] ?? {}, recorded.results[step] ?? {}]
  const exchange = exchangeOf(sent, result)
  const theirs = exchange ?? { ...noAnswer, text: JSON.stringify(result.events ?? result, null, 2) }
  const lines = comparedLines(theirs, ours ?? noAnswer)
  return (
    <>
      <div className={classes(styles.answers, ours !== null && styles.two)}>
        <Answer title="Upstream, Kubernetes 1.34" lines={lines.theirs} marks={false} />
        {ours !== null && <Answer title="Yours, just now" lines={lines.ours} marks />}
      </div>
      {ours !== null && (
        <Verdict
          ours={ours}
          isEqual={playedIn === '' || (exchange !== null && isStepSame(sent, exchange, ours, playedIn))}
        />
      )}
      {sent.mayDiffer !== undefined && <p className={styles.verdict}>May differ: {sent.mayDiffer}.</p>}
    </>
  )
}

interface AnswerProps {
  readonly title: string
  readonly lines: readonly ComparedLine[]
  /** Marks the lines that the other answer does not have. */
  readonly marks: boolean
}

function Answer({ title, lines, marks }: AnswerProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={`Answer: ${title}`}>
        {lines.map(({ text, isOwn }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={classes(styles.line, marks && isOwn && styles.own)}>
            {text}
          </span>
        ))}
      </pre>
    </section>
  )
}

/** Says what was compared to claim that the answers are the same. */
function Verdict({ ours, isEqual }: { readonly ours: ProofExchange; readonly isEqual: boolean }) {
  const isRefusal = ours.status >= 400
  if (!isEqual)
    return (
      <p className={styles.verdict} data-testid="case-verdict">
        <b>Not the same kind of answer: {ours.status} here.</b> A branch has no controllers and the settings of this
        cluster, and times that pass in the recording are not waited for.
      </p>
    )
  return (
    <p className={styles.verdict} data-testid="case-verdict">
      <b>Equal</b>{' '}
      {isRefusal
        ? 'in verb, type, status, reason, causes and wording; the marked lines hold the names and values of your request.'
        : 'in verb, type, parameters, status, media type and kind; the marked lines are the content of your objects.'}{' '}
      In the recording all steps with a check mark gave the same answer here to the byte, apart from names, times and
      versions that are new in each run. <code>Audit-Id</code> and <code>Date</code> are not compared.
    </p>
  )
}

interface FootProps {
  readonly recorded: RecordedCase
  readonly here: Here
  readonly run: () => void
  readonly close: () => void
}

function Foot({ recorded, here, run, close }: FootProps) {
  const lab = useLab()
  const [copied, setCopied] = useState('')
  const copy = async (): Promise<void> =>
    setCopied((await copyText(JSON.stringify(recorded, null, 1))) ? 'Copied' : 'Not allowed')
  const open = () => {
    close()
    lab.goTo('about')
  }
  return (
    <footer className={styles.foot}>
      <Button size="small" icon="copy" onClick={() => void copy()}>
        <span role="status">{copied === '' ? 'Copy the recording' : copied}</span>
      </Button>
      <Button
        size="small"
        look="primary"
        icon="play"
        disabled={here.isRunning}
        title="Sends the requests up to this step to a new branch in memory"
        onClick={run}
      >
        {here.isRunning ? 'Running…' : 'Run here'}
      </Button>
      <span className={styles.space} role="status">
        {here.refused === ''
          ? here.played !== null && !here.isRunning && 'Answered just now, on a branch.'
          : here.refused}
      </span>
      <Button size="small" look="ghost" onClick={open}>
        All cases
      </Button>
    </footer>
  )
}
