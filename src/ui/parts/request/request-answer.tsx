import { Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { lazily } from '#ui/kit/later.tsx'
import { Button, classes, Count } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { clockTextMs, countText } from '#ui/model/words.ts'
import { copyText } from '#ui/kit/copy-text.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import type { Status } from '#api/status.ts'
import { hasFaults } from '#ui/exchange/explain/explanation.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { ResponseLine } from '#ui/exchange/response/response-line.tsx'
import { Stages } from '#ui/exchange/response/stages.tsx'
import { useRequestTrace } from '#ui/exchange/response/use-request-trace.ts'
import { Warnings } from '#ui/exchange/response/warnings.tsx'
import type { ReceivedAnswer, StreamLine } from '#ui/exchange/answer.ts'
import { statusOf } from '#ui/exchange/read-status.ts'
import { type ConsoleState, createConsole } from './console-store.ts'
import { FixCard } from './fix-card.tsx'
import { NoAnswer } from './no-answer.tsx'
import { readTable } from './read-table.ts'
import { TableAnswer } from './table-answer.tsx'
import { formatted } from './request-body.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import styles from './answer.module.css'

const BytesView = lazily(async () => (await import('./bytes-view.tsx')).BytesView)
const ConsoleFaults = lazily(async () => (await import('./console-faults.tsx')).ConsoleFaults)
const ConsoleConflict = lazily(async () => (await import('./console-conflict.tsx')).ConsoleConflict)

/** Watches of earlier requests that still receive events. [RC17] */
function StreamsBehind() {
  const requests = partState(useLab(), createConsole)
  const behind = useStore(requests.store, (state) => state.behind)
  if (behind === 0) return null
  return (
    <p className={styles.quiet}>
      {behind === 1 ? 'An earlier watch is' : `${behind} earlier watches are`} still open.{' '}
      <Button size="small" look="ghost" onClick={requests.closeBehind}>
        {behind === 1 ? 'Close it' : 'Close them'}
      </Button>
    </p>
  )
}

/** The response of the server, shown as it arrives. */
export function RequestAnswer() {
  return (
    <>
      <StreamsBehind />
      <NewestAnswer />
    </>
  )
}

function NewestAnswer() {
  const requests = partState(useLab(), createConsole)
  const answer = useStore(requests.store, (state) => state.answer)
  if (answer.type === 'none') {
    return <p className={styles.quiet}>No request sent yet. The response, its headers and its trace are shown here.</p>
  }
  if (answer.type === 'waiting') {
    return (
      <p className={styles.quiet} role="status">
        Sent. The server has not answered yet.{' '}
        <Button size="small" onClick={requests.cut}>
          Cut
        </Button>
      </p>
    )
  }
  if (answer.type === 'failed') {
    return <NoAnswer message={answer.message} method={answer.method} />
  }
  return <Received answer={answer} />
}

function Received({ answer }: { readonly answer: ReceivedAnswer }) {
  const requests = partState(useLab(), createConsole)
  const tab = useStore(requests.store, (state) => state.tab)
  const requestTrace = useRequestTrace(answer.requestId) ?? answer.trace
  const status = answer.state === 'open' ? null : statusOf(answer)
  const { startMs } = answer
  const section = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  // Each new answer is shown, also where the form and the body leave no space for it. [RC16]
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
    return head.current === null ? undefined : keepInView(head.current)
  }, [startMs])
  return (
    <section ref={section} className={styles.answer} aria-label="Answer">
      <div ref={head} className={styles.answerHead}>
        <ResponseLine answer={answer} wrote={requestTrace?.wrote ?? null} />
        {answer.status < 400 && <SecondTry />}
        <Warnings headers={answer.headers} />
        <Stages stages={requestTrace?.stages ?? []} />
        {status !== null && <Refusal status={status} isPut={answer.method === 'PUT'} />}
      </div>
      <div className={styles.tabs}>
        <AnswerTabs answer={answer} tab={tab} />
        <span className={styles.space} />
        {(answer.lines !== null || isFramed(answer)) && <StreamTools open={answer.state === 'open'} />}
        {answer.raw === null && (
          <Button size="small" look="ghost" icon="copy" onClick={() => void copyText(answer.body)}>
            Body
          </Button>
        )}
      </div>
      <Shown answer={answer} tab={tab} />
    </section>
  )
}

/** Says that an answer is that of a second try, and shows the refusal of the first. [EX2] */
function SecondTry() {
  const requests = partState(useLab(), createConsole)
  const refused = useStore(requests.store, (state) => state.refused)
  const first = refused === null ? null : statusOf(refused)
  if (refused === null || first === null) return null
  return (
    <details className={styles.second}>
      <summary>
        Second try, after a {refused.status}. <span>Show the {refused.status}</span>
      </summary>
      <code>{first.message}</code>
    </details>
  )
}

/**
 * Scrolls to an element whenever it grows, because parts of the card of a refusal arrive later, until the person types, clicks
 * or scrolls. Returns a function that ends it.
 */
function keepInView(element: HTMLElement): () => void {
  const ending = new AbortController()
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
  observer.observe(element)
  const end = (): void => {
    observer.disconnect()
    ending.abort()
  }
  for (const event of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    document.addEventListener(event, end, { capture: true, passive: true, signal: ending.signal })
  return end
}

function Refusal({ status, isPut }: { readonly status: Status; readonly isPut: boolean }) {
  if (hasFaults(status))
    return (
      <Suspense fallback={<ExplainCard status={status} />}>
        <ConsoleFaults status={status} />
      </Suspense>
    )
  if (status.reason !== 'Conflict' || !isPut) return <FixCard status={status} />
  return (
    <Suspense fallback={<ExplainCard status={status} />}>
      <ConsoleConflict status={status} />
    </Suspense>
  )
}

/** The content of the open tab of a response. */
function Shown({ answer, tab }: AnswerTabsProps) {
  if (tab === 'headers') return <HeaderTable headers={answer.headers} />
  if (answer.raw !== null) {
    return (
      <Suspense fallback={null}>
        <BytesView bytes={answer.raw} framed={isFramed(answer)} />
      </Suspense>
    )
  }
  if (answer.lines !== null) return <Lines lines={answer.lines} />
  return tab === 'body' && isTable(answer) ? <TableAnswer body={answer.body} /> : <AnswerBody answer={answer} />
}

/** Reports whether the response is a watch in protobuf, which is a sequence of length-delimited frames. */
const isFramed = ({ headers }: ReceivedAnswer): boolean =>
  headers.some(([name, value]) => name === 'content-type' && value.includes('stream=watch'))

const isTable = (answer: ReceivedAnswer): boolean => answer.state !== 'open' && readTable(answer.body) !== null

interface AnswerTabsProps {
  readonly answer: ReceivedAnswer
  readonly tab: ConsoleState['tab']
}

function AnswerTabs({ answer, tab }: AnswerTabsProps) {
  const { showTab } = partState(useLab(), createConsole)
  const body = answer.raw !== null ? 'Bytes' : answer.lines === null ? 'Body' : 'Lines'
  const shown = tab === 'json' && !isTable(answer) ? 'body' : tab
  const one = (id: ConsoleState['tab'], title: string, count: number | null) => (
    <button type="button" role="tab" aria-selected={shown === id} onClick={() => showTab(id)}>
      {title} {count !== null && <Count>{count}</Count>}
    </button>
  )
  return (
    <div role="tablist" aria-label="Answer">
      {one('body', isTable(answer) ? 'Table' : body, answer.lines === null ? null : answer.lineCount)}
      {isTable(answer) && one('json', 'JSON', null)}
      {one('headers', 'Headers', answer.headers.length)}
    </div>
  )
}

function StreamTools({ open }: { readonly open: boolean }) {
  const requests = partState(useLab(), createConsole)
  const held = useStore(requests.store, (state) => state.held !== null)
  return (
    <>
      <Button size="small" aria-pressed={held} onClick={requests.hold}>
        Hold lines
      </Button>
      <Button size="small" disabled={!open} onClick={requests.cut} data-testid="stream-cut">
        Cut
      </Button>
    </>
  )
}

const largeBody = 1_000_000

function AnswerBody({ answer }: { readonly answer: ReceivedAnswer }) {
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const json = type.includes('json')
  const complete = answer.state !== 'open'
  const { body } = answer
  const text = json && complete && body.length < largeBody ? formatted(body) : body
  if (text === '') return <p className={styles.quiet}>The body is empty.</p>
  return (
    <CodeBox
      text={text}
      language={json ? 'json' : type.includes('yaml') ? 'yaml' : 'plaintext'}
      label="Answer"
      readOnly
      wraps
    />
  )
}

function HeaderTable({ headers }: { readonly headers: ReceivedAnswer['headers'] }) {
  return (
    <table className={styles.headerTable}>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lines({ lines }: { readonly lines: readonly StreamLine[] }) {
  const requests = partState(useLab(), createConsole)
  const held = useStore(requests.store, (state) => state.held)
  const shown = held ?? lines
  return (
    <ol
      className={styles.lines}
      aria-label={`${countText(lines.length, 'line')}, newest first`}
      data-testid="stream-lines"
    >
      {shown.toReversed().map((line) => (
        <li
          key={line.number}
          className={classes(line.type === 'ERROR' && styles.error)}
          style={{ ['--hue' as string]: kindHue(line.kind) }}
        >
          <time>{clockTextMs(line.timeMs)}</time>
          <b>{line.type}</b>
          <code>{line.resourceVersion}</code>
          <span>{line.name}</span>
          <code title={line.text}>{line.text}</code>
        </li>
      ))}
    </ol>
  )
}
