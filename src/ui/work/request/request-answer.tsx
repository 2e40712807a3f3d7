import { useStore } from 'zustand'
import { Button, classes, Count } from '../../controls/button.tsx'
import { partState } from '../../part-state.ts'
import { clockTextMs, countText } from '../../stores/words.ts'
import { useLab } from '../../use-lab.ts'
import { CodeBox } from '../code-box.tsx'
import { ExplainCard } from '../response/explain-card.tsx'
import { ResponseLine } from '../response/response-line.tsx'
import { Stages } from '../response/stages.tsx'
import { useJourney } from '../response/use-journey.ts'
import { Warnings } from '../response/warnings.tsx'
import { type ReceivedAnswer, type StreamLine, statusOf } from './answer.ts'
import { createConsole } from './console-store.ts'
import { formatted } from './request-body.tsx'
import { kindHue } from '../../glyphs/kind-hue.ts'
import styles from './request.module.css'

/** What the server answered, as it comes. */
export function RequestAnswer() {
  const requests = partState(useLab(), createConsole)
  const answer = useStore(requests.store, (state) => state.answer)
  if (answer.type === 'none') {
    return (
      <p className={styles.quiet}>
        Nothing was sent yet. The answer, its headers and its way through the server stand here.
      </p>
    )
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
    return (
      <p className={styles.quiet} role="status">
        No answer: {answer.message}. A write without an answer may have happened; read before you repeat.
      </p>
    )
  }
  return <Received answer={answer} />
}

function Received({ answer }: { readonly answer: ReceivedAnswer }) {
  const requests = partState(useLab(), createConsole)
  const tab = useStore(requests.store, (state) => state.tab)
  const journey = useJourney(answer.requestId)
  const status = answer.state === 'open' ? null : statusOf(answer)
  return (
    <section className={styles.answer} aria-label="Answer">
      <div className={styles.answerHead}>
        <ResponseLine answer={answer} wrote={journey?.wrote ?? null} />
        <Warnings headers={answer.headers} />
        <Stages stages={journey?.stages ?? []} />
        {status !== null && <ExplainCard status={status} />}
      </div>
      <div className={styles.tabs} role="tablist" aria-label="Answer">
        <button
          type="button"
          role="tab"
          aria-selected={tab === 'body'}
          onClick={() => requests.store.setState({ tab: 'body' })}
        >
          {answer.lines === null ? 'Body' : 'Lines'} {answer.lines !== null && <Count>{answer.lineCount}</Count>}
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={tab === 'headers'}
          onClick={() => requests.store.setState({ tab: 'headers' })}
        >
          Headers <Count>{answer.headers.length}</Count>
        </button>
        <span className={styles.space} />
        {answer.lines !== null && <StreamTools open={answer.state === 'open'} />}
        <Button size="small" look="ghost" icon="copy" onClick={() => void navigator.clipboard.writeText(answer.body)}>
          Body
        </Button>
      </div>
      {tab === 'headers' ? (
        <HeaderTable headers={answer.headers} />
      ) : answer.lines === null ? (
        <AnswerBody answer={answer} />
      ) : (
        <Lines lines={answer.lines} />
      )}
    </section>
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
