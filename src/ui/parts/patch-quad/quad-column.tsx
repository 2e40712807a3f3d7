import { useMemo } from 'react'
import { useStore } from 'zustand'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { classes } from '#ui/kit/button.tsx'
import { CodePieces } from '#ui/kit/code/code-pieces.tsx'
import { highlightCode } from '#ui/kit/code/highlight-code.ts'
import field from '#ui/kit/code/code-field.module.css'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { pathDifferences } from '#ui/texts/merge-edit.ts'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import { twoClients } from '#ui/trials/subject.ts'
import type { Intent } from './intents.ts'
import type { PatchKind } from './patches.ts'
import { textProblem } from './patch-text.ts'
import { ownedEntries } from './owned-after.ts'
import { QuadRefusal } from './quad-refusal.tsx'
import { customWords, type QuadAnswer, reorderedWords, secondOf, twiceWords, wouldBecome } from './run-quad.ts'
import { quadStore } from './store.ts'
import { didWords, isShown, shownLines } from './what-changed.ts'
import styles from './patch-quad.module.css'

interface ColumnProps {
  readonly kind: { readonly id: PatchKind; readonly title: string; readonly contentType: string }
  readonly intent: Intent
  /** True to show the second sending of the patch. */
  readonly isTwice: boolean
}

const CHANGES_MAX = 8

/** One kind of patch: its text, its answer, and what it does in other circumstances. */
export function Column({ kind: { id, title, contentType }, intent, isTwice }: ColumnProps) {
  const quad = quadStore(useLab())
  const text = useStore(quad.store, ({ texts }) => texts[id])
  const answer = useStore(quad.store, ({ answers }) => answers.get(id))
  const problem = useMemo(() => textProblem(id, text), [id, text])
  return (
    <section className={styles.column} aria-label={title} data-patch={id}>
      <header>
        <h3>{title}</h3>
        <code>{contentType}</code>
      </header>
      <div className={styles.body}>
        <div className={classes(styles.code, field.framed)}>
          <Coloured text={text} kind={id} />
          <textarea
            className={classes(field.layer, field.field)}
            aria-label={`Body of the ${title}`}
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            aria-invalid={problem !== ''}
            onChange={({ target }) => quad.edit(id, target.value)}
          />
        </div>
        {problem !== '' && <p className={styles.problem}>{problem}</p>}
      </div>
      {answer === undefined ? (
        <p className={styles.waiting}>not sent yet</p>
      ) : (
        <Answer answer={answer} intent={intent} kind={id} isTwice={isTwice} />
      )}
    </section>
  )
}

/** The text of a patch in the colours of the editor, below the text field that takes the keys. */
function Coloured({ text, kind }: { readonly text: string; readonly kind: PatchKind }) {
  const lines = useMemo(() => highlightCode(text, kind === 'apply' ? 'yaml' : 'json'), [text, kind])
  return (
    <pre className={classes(field.layer, field.pieces)} aria-hidden="true">
      {lines.map((pieces, line) => (
        // Lines have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={line}>
          <CodePieces pieces={pieces} />
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

interface AnswerProps extends Pick<ColumnProps, 'intent' | 'isTwice'> {
  readonly answer: QuadAnswer
  readonly kind: PatchKind
}

function Answer({ answer, intent, kind, isTwice }: AnswerProps) {
  const { reordered } = answer
  const sent = isTwice ? secondOf(answer) : answer
  const { first, before, after } = sent
  const from = isTwice ? answer.after : before
  const isRefused = first.code >= 400
  const wanted = wouldBecome(sent, kind)
  const shown = wanted ?? after
  return (
    <>
      <div className={classes(styles.answer, isRefused && styles.answerBad)} data-code={first.code}>
        <b className={isRefused ? styles.bad : styles.good}>{first.code}</b>{' '}
        <code>
          {from.metadata.resourceVersion} → {after.metadata.resourceVersion}
        </code>
        {isTwice && <small> second request</small>}
        {first.status !== null && <QuadRefusal status={first.status} />}
        {!isRefused && <p>{isTwice ? twiceWords(answer, intent.path) : didWords(intent, answer)}</p>}
        <TrialChip exchange={first} />
      </div>
      <div className={styles.after}>
        <h4>{wanted !== null ? 'Would have become' : isRefused ? 'Unchanged' : 'Now'}</h4>
        <Lines intent={intent} before={before} after={shown} isRefused={isRefused} />
        <Elsewhere intent={intent} before={before} after={shown} />
      </div>
      <dl className={styles.facts}>
        <dt>Owned after</dt>
        <dd>
          <Owned sent={sent} intent={intent} />
        </dd>
        <dt>Sent twice</dt>
        <dd data-twice="">{twiceWords(answer, intent.path)}</dd>
        {reordered !== null && (
          <>
            <dt>List reordered</dt>
            <dd>{reorderedWords(answer, intent.path)}</dd>
          </>
        )}
        <dt>Custom kind</dt>
        <dd data-custom="">{customWords(answer)}</dd>
      </dl>
    </>
  )
}

/** The letter of the client with what it owns after the patch. */
function Owned({ sent, intent }: { readonly sent: QuadAnswer; readonly intent: Intent }) {
  const lab = useLab()
  useStore(lab.actor)
  const [{ name }] = twoClients(lab)
  const markOf = useManagerMark(sent.after)
  if (sent.first.code >= 400) return 'nothing stored'
  const entries = ownedEntries(sent, name, intent)
  return (
    <span className={styles.owned}>
      <OwnerLetter {...markOf(name)} name={name} />
      {entries.length === 0
        ? 'owns nothing'
        : entries.map(({ operation, words }) => `${operation}: ${words}`).join('; ')}
    </span>
  )
}

const signs = { same: '', removed: '−', added: '+' } as const

interface LinesProps extends Pick<QuadAnswer, 'before' | 'after'> {
  readonly intent: Intent
  readonly isRefused: boolean
}

/** The list or field of the intent after the patch, line by line. */
function Lines({ intent, before, after, isRefused }: LinesProps) {
  const lines = useMemo(() => shownLines(intent, before, after), [intent, before, after])
  if (lines.length === 0) return <p className={styles.waiting}>not there</p>
  return (
    <ul className={styles.lines} data-refused={isRefused}>
      {lines.map((line, at) => (
        // Equal lines may repeat, and a line has no other identity than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} data-line={line === null ? 'gap' : line.type}>
          {line === null ? (
            '…'
          ) : (
            <>
              <span className={styles.sign}>{signs[line.type]}</span>
              <Line text={line.text} isGone={line.type === 'removed'} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ text, isGone }: { readonly text: string; readonly isGone: boolean }) {
  const pieces = useMemo(() => highlightCode(text, 'yaml')[0] ?? [], [text])
  return isGone ? (
    <del>{text}</del>
  ) : (
    <code>
      <CodePieces pieces={pieces} />
    </code>
  )
}

const valueText = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : (printExactJson(value) ?? '')

/** The other fields that the patch changed. */
function Elsewhere({ intent, before, after }: Omit<LinesProps, 'isRefused'>) {
  const changes = pathDifferences(before, after).filter(
    ({ path }) =>
      path !== 'metadata.resourceVersion' &&
      path !== 'metadata.generation' &&
      !path.startsWith('metadata.managedFields') &&
      !isShown(intent, path),
  )
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.slice(0, CHANGES_MAX).map(({ path, before: old, after: next }) => (
        <li key={path}>
          <code>{path}</code> {old !== undefined && <del>{valueText(old)}</del>}{' '}
          {next === undefined ? <em>removed</em> : <ins>{valueText(next)}</ins>}
        </li>
      ))}
      {changes.length > CHANGES_MAX && <li>and {changes.length - CHANGES_MAX} more</li>}
    </ul>
  )
}
