import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Lesson, LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { CodePieces } from '#ui/kit/code/code-pieces.tsx'
import { highlightCode } from '#ui/kit/code/highlight-code.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { Pill } from '#ui/kit/text.tsx'
import type { SentRequest } from '#ui/lab/lesson-progress.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { Line } from '#ui/kit/code/markdown.tsx'
import { answersOf } from './answers-store.ts'
import { bodyYaml } from './body-yaml.ts'
import { bodyDifferenceWords, numberedPairs } from './compare-bodies.ts'
import { differenceWords } from './compare-words.ts'
import styles from './compare.module.css'

/** Method, object and result of one request. */
function RequestRow({ request: { line, code, version } }: { readonly request: SentRequest }) {
  const [method = '', target = ''] = line.split(/ (.*)/s)
  const name = (target.split('?')[0] ?? '').split('/').at(-1) ?? ''
  return (
    <li>
      <b>{method}</b>
      <code title={target}>{name === '' ? target : name}</code>
      <span className={styles.target}>{target}</span>
      <b className={code < 400 ? styles.good : styles.bad}>{code === 0 ? '' : code}</b>
      <code>{version}</code>
    </li>
  )
}

function Side({ title, requests }: { readonly title: string; readonly requests: readonly SentRequest[] }) {
  return (
    <section className={styles.side} aria-label={title}>
      <h4>
        {title} <small>{countText(requests.length, 'request')}</small>
      </h4>
      <ul>
        {requests.map((request, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same request can be sent twice
          <RequestRow key={at} request={request} />
        ))}
      </ul>
    </section>
  )
}

interface CellProps {
  readonly text: string | null
  readonly number: number
  readonly isSame: boolean
}

/** One line of a body with its number; empty where only the other body has a line. */
function LineCell({ text, number, isSame }: CellProps) {
  return (
    <td data-differs={!isSame && text !== null ? '' : undefined}>
      {text !== null && (
        <>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          <code>
            <CodePieces pieces={highlightCode(text, 'yaml')[0] ?? []} />
          </code>
        </>
      )}
    </td>
  )
}

/** The bodies side by side; lines that only one of them has are marked. */
function Bodies({ mine, answer }: { readonly mine: string; readonly answer: string }) {
  if (mine === '' && answer === '') return <p className={styles.none}>No body is sent in this step.</p>
  const rows = numberedPairs(mine, answer)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
    <section className={styles.bodies} tabIndex={0} aria-label="The bodies, line by line">
      <table>
        <thead className="visually-hidden">
          <tr>
            <th>Mine</th>
            <th>Answer</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line has no identity but its number
            <tr key={at}>
              <LineCell text={row.mine} number={row.mineAt} isSame={row.isSame} />
              <LineCell text={row.answer} number={row.answerAt} isSame={row.isSame} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A request of an answer before its result is known. */
const unsent = ({ method, target, body }: LessonRequest): SentRequest => ({
  line: `${method} ${target}`,
  body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  code: 0,
  version: '',
})

/** The body of the last request that has one. */
const lastBody = (requests: readonly SentRequest[]): string => requests.findLast(({ body }) => body !== '')?.body ?? ''

interface StepCompareProps {
  readonly step: LessonStep
  readonly mine: readonly SentRequest[]
  readonly answer: readonly SentRequest[]
}

/** The requests of one step over their bodies: the learner's and those of the answer, and one sentence on the difference. */
function StepCompare({ step, mine, answer }: StepCompareProps) {
  const [mineBody, answerBody] = [lastBody(mine), lastBody(answer)]
  return (
    <>
      <div className={styles.sides}>
        <Side title="Mine" requests={mine} />
        <Side title="Answer" requests={answer} />
      </div>
      <Bodies mine={bodyYaml(mineBody)} answer={bodyYaml(answerBody)} />
      <p className={styles.words} role="status">
        <Line text={`${differenceWords(mine, step.answer)} ${bodyDifferenceWords(mineBody, answerBody)}`} />
      </p>
    </>
  )
}

type Exchanges = readonly (readonly SentRequest[])[]

interface CompareProps {
  readonly lesson: Lesson
  readonly exchanges: Exchanges
  readonly compared: Compared
}

/** The step that is compared, by its index. */
interface Compared {
  readonly step: number
  choose(step: number): void
}

const noExchanges: Exchanges = []

/** Steps that have an answer, with their indexes. */
const solvedOf = (lesson: Lesson | null) =>
  (lesson?.steps ?? []).flatMap((step, at) => (step.answer.length > 0 ? [{ step, at }] : []))

/** Begins at the first step with another number of requests than its answer, else at the first one with a body. */
export function useCompared(lesson: Lesson | null, exchanges: Exchanges = noExchanges): Compared {
  const [step, choose] = useState(() => {
    const solved = solvedOf(lesson)
    const differs = solved.find(({ step: { answer }, at }) => (exchanges[at]?.length ?? 0) !== answer.length)
    const withBody = solved.find(({ at }) => lastBody(exchanges[at] ?? []) !== '')
    return (differs ?? withBody ?? solved[0])?.at ?? 0
  })
  return { step, choose }
}

/** Steps that have an answer to compare with. */
export const hasAnswers = ({ steps }: Lesson): boolean => steps.some(({ answer }) => answer.length > 0)

/** Mine and the answer of one step, requests over bodies. The answers are sent on a cluster of their own, for their results. [LSN14] */
export function Compare({ lesson, exchanges, compared: { step: chosen, choose } }: CompareProps) {
  const answers = answersOf(useLab())
  const sent = useStore(answers.store, (state) => state[lesson.id])
  useEffect(() => answers.load(lesson), [answers, lesson])
  const shown = lesson.steps[chosen]
  if (shown === undefined) return null
  return (
    <div className={styles.compare}>
      <div className={styles.head}>
        <span aria-hidden="true">Step</span>
        <Segments
          label="Step to compare"
          choices={solvedOf(lesson).map(({ at }) => ({ value: String(at), label: String(at + 1) }))}
          value={String(chosen)}
          onChange={(value) => choose(Number(value))}
        />
        <b>{shown.title}</b>
        <Pill tone="live">
          <Icon name="check" size={12} /> both pass
        </Pill>
      </div>
      <StepCompare
        key={chosen}
        step={shown}
        mine={exchanges[chosen] ?? []}
        answer={sent?.[chosen] ?? shown.answer.map(unsent)}
      />
    </div>
  )
}
