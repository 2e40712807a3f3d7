import { useState } from 'react'
import { useStore } from 'zustand'
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
import { type Ask, verbTitles } from './grid.ts'
import { ListAnswer } from './list-answer.tsx'
import { readChoice, versionsStore } from './store.ts'
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
  const answer = useStore(versionsStore(lab).store, ({ answers }) => answers.get(cell))
  if (answer === undefined)
    return (
      <section className={styles.detail} aria-label="The chosen answer">
        <p className={styles.note}>No answer yet.</p>
      </section>
    )
  const { ask, exchange, code, target, ms, served, status, text } = answer
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
      {status === null ? <AnswerWords answer={answer} /> : <ExplainCard status={status} isBrief />}
      <h4>Served from</h4>
      <p data-testid="versions-served">{served}</p>
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

/** A list as a table; a watch or a single object in a few words. */
const AnswerWords = ({ answer }: { readonly answer: CellAnswer }) =>
  answer.ask.verb === 'list' || answer.ask.verb === 'page' ? <ListAnswer answer={answer} /> : <p>{answer.words}</p>

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
