import { useState } from 'react'
import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { fixesOf, type ReadyFix } from '#ui/exchange/explain/fix-draft.ts'
import { toCurl } from '#ui/exchange/copy-as.ts'
import { emptyDraft, withTarget } from '#ui/exchange/request-draft.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { openWork } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createConsole } from '#ui/parts/request/console-store.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import type { CellAnswer } from './answers.ts'
import { allAsks, type Ask, askKey, verbTitles, waitingWords } from './grid.ts'
import { ListAnswer } from './list-answer.tsx'
import { sourcesOf } from './sources.ts'
import { readChoice, versionsStore } from './store.ts'
import listStyles from './list-answer.module.css'
import styles from './versions.module.css'

const matchText = ({ match }: Ask): string => (match === '' ? 'no match' : match)

/** Explains the answer of the chosen cell. */
function ruleOf({ verb, match, column }: Ask): string {
  if (column === 'future')
    return 'The server waits up to three seconds for a version that it has not reached, then refuses.'
  if (verb === 'get')
    return 'A get reads the newest object; with a version, from the cache once it is at least that new.'
  if (verb === 'page' && match === '' && column === 'old')
    return 'With a limit and no match, exactly this version is meant; Not older must be asked for.'
  if (match === 'Exact') return 'Exactly this version, read from history while it is kept.'
  if (column === 'any') return 'Any version will do: the cache answers at once, and does not read the limit.'
  if (column === 'unset') return 'Without a version the answer is consistent: as new as the last stored write.'
  return 'Not older than this version: the cache answers once it knows it.'
}

/** The chosen cell: its request, its answer and the rule behind it. */
export function CellDetail() {
  const lab = useLab()
  const { cell } = readChoice(useStore(lab.layout, (state) => state.benches['versions'] ?? ''))
  const { answers, isRunning } = useStore(versionsStore(lab).store)
  const answer = answers.get(cell)
  const asked = allAsks.find((ask) => askKey(ask) === cell)
  if (answer === undefined)
    return (
      <section className={styles.detail} aria-label="The chosen answer">
        <p className={styles.note} role="status">
          No answer yet{isRunning && asked !== undefined ? `: ${waitingWords(asked)}.` : '.'}
        </p>
      </section>
    )
  const { ask, exchange, code, target, ms, status, text } = answer
  return (
    <section className={styles.detail} aria-label="The chosen answer">
      <h3>
        <b className={code >= 400 ? styles.bad : styles.good}>{code}</b> {verbTitles[ask.verb]}, {matchText(ask)}
      </h3>
      <p className={styles.note}>{ms} ms</p>
      <TrialChip exchange={exchange} />
      <div className={styles.head}>
        <h4>Request</h4>
        <CellActions key={target} target={target} />
      </div>
      <pre>GET {target.replaceAll(/([?&])/g, '\n  $1')}</pre>
      <h4>Answer</h4>
      {status === null ? <AnswerWords answer={answer} /> : <RefusedCell key={target} status={status} target={target} />}
      <h4>Served from</h4>
      <Sources answer={answer} />
      <p className={styles.note}>{ruleOf(ask)}</p>
      {status === null && (
        <details>
          <summary>Body</summary>
          <pre>{text}</pre>
        </details>
      )}
    </section>
  )
}

/** A refusal with the fixes of its request, each of which is sent in the Request tab. [EX2] */
function RefusedCell({ status, target }: { readonly status: Status; readonly target: string }) {
  const lab = useLab()
  const take = ({ draft, looksAt }: ReadyFix): void => {
    openWork(lab, 'request')
    const requests = partState(lab, createConsole)
    requests.change(() => draft)
    if (looksAt === null) requests.send()
  }
  const ready = fixesOf(explain(status).fixes, withTarget(emptyDraft, target), status)
  return (
    <ExplainCard
      status={status}
      isBrief
      isRead
      actions={ready.map((fix, at) => (
        <Button
          key={fix.id}
          size="small"
          look={at === 0 ? 'primary' : 'plain'}
          data-testid={`fix-${fix.id}`}
          onClick={() => take(fix)}
        >
          {fix.label}
        </Button>
      ))}
    />
  )
}

/** A list or the events of a watch as a table; a single object in a few words. */
function AnswerWords({ answer }: { readonly answer: CellAnswer }) {
  const { verb } = answer.ask
  if (verb === 'list' || verb === 'page') return <ListAnswer answer={answer} />
  return (
    <>
      <p>{answer.words}</p>
      {answer.events.length > 0 && <Events events={answer.events} />}
    </>
  )
}

/** The first events of a watch. [VM7] */
const Events = ({ events }: Pick<CellAnswer, 'events'>) => (
  <table className={listStyles.table} data-testid="versions-events">
    <thead>
      <tr>
        <th scope="col">event</th>
        <th scope="col">object</th>
        <th scope="col">version</th>
      </tr>
    </thead>
    <tbody>
      {events.map(({ type, name, version }, at) => (
        // Two events can be equal in all that is shown.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={at}>
          <th scope="row">{type}</th>
          <td>{name}</td>
          <td>{version}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The places from which the answer could come, and the one that gave it. [VM7] */
function Sources({ answer }: { readonly answer: CellAnswer }) {
  const known = useStore(versionsStore(useLab()).store)
  return (
    <>
      <p className="visually-hidden" data-testid="versions-served">
        {answer.served}
      </p>
      <ul className={styles.sources}>
        {sourcesOf(answer, known).map(({ title, note, isUsed, isOld }) => (
          <li key={title} data-used={isUsed ? (isOld ? 'past' : 'now') : undefined}>
            <b>{title}</b>
            {isUsed && <span className="visually-hidden"> answered</span>}
            <small>{note}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Takes the request of the cell elsewhere. */
function CellActions({ target }: { readonly target: string }) {
  const lab = useLab()
  const [copied, setCopied] = useState('')
  const draft = withTarget(emptyDraft, target)
  const open = () => {
    openWork(lab, 'request')
    partState(lab, createConsole).change(() => draft)
  }
  const copy = async (): Promise<void> =>
    setCopied((await copyText(toCurl(draft, 'http://127.0.0.1:8080'))) ? 'Copied' : 'Not allowed')
  return (
    <p className={styles.actions}>
      <Button size="small" look="ghost" onClick={open}>
        Open in Request
      </Button>
      <Button size="small" look="ghost" icon="copy" onClick={() => void copy()}>
        <span role="status">{copied === '' ? 'curl' : copied}</span>
      </Button>
    </p>
  )
}
