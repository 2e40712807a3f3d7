import { useStore } from 'zustand'
import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { classes } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { pathDifferences } from '#ui/texts/merge-edit.ts'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import { twoClients } from '#ui/trials/subject.ts'
import type { Intent } from './intents.ts'
import type { PatchKind } from './patches.ts'
import {
  customWords,
  ownedWords,
  type QuadAnswer,
  reorderedWords,
  stateText,
  textProblem,
  twiceWords,
  wouldBecome,
} from './run-quad.ts'
import { quadStore } from './store.ts'
import styles from './patch-quad.module.css'

interface ColumnProps {
  readonly kind: { readonly id: PatchKind; readonly title: string; readonly contentType: string }
  readonly intent: Intent
}

const CHANGES_MAX = 8

/** One kind of patch: its text, its answer, and what it does in other circumstances. */
export function Column({ kind: { id, title, contentType }, intent }: ColumnProps) {
  const quad = quadStore(useLab())
  const text = useStore(quad.store, ({ texts }) => texts[id])
  const answer = useStore(quad.store, ({ answers }) => answers.get(id))
  const problem = textProblem(text)
  return (
    <section className={styles.column} aria-label={title} data-patch={id}>
      <header>
        <h3>{title}</h3>
        <code>{contentType}</code>
      </header>
      <div className={styles.body}>
        <textarea
          aria-label={`Body of the ${title}`}
          spellCheck={false}
          value={text}
          aria-invalid={problem !== ''}
          onChange={({ target }) => quad.edit(id, target.value)}
        />
        {problem !== '' && <p className={styles.problem}>{problem}</p>}
      </div>
      {answer === undefined ? (
        <p className={styles.waiting}>not sent yet</p>
      ) : (
        <Answer answer={answer} intent={intent} kind={id} />
      )}
    </section>
  )
}

interface AnswerProps {
  readonly answer: QuadAnswer
  readonly intent: Intent
  readonly kind: PatchKind
}

function Answer({ answer, intent, kind }: AnswerProps) {
  const lab = useLab()
  useStore(lab.actor)
  const [{ name }] = twoClients(lab)
  const { first, before, after, reordered } = answer
  const isRefused = first.code >= 400
  const wanted = wouldBecome(answer, kind)
  const shown = wanted ?? after
  return (
    <>
      <div className={classes(styles.answer, isRefused && styles.answerBad)} data-code={first.code}>
        <b className={isRefused ? styles.bad : styles.good}>{first.code}</b>{' '}
        <code>
          {before.metadata.resourceVersion} → {after.metadata.resourceVersion}
        </code>
        {first.status !== null && (
          <>
            <p className={styles.server}>{first.status.message}</p>
            <p>{explain(first.status).fix}</p>
          </>
        )}
        <TrialChip exchange={first} />
      </div>
      <div className={styles.after}>
        <h4>{wanted !== null ? 'Would have become' : isRefused ? 'Unchanged' : 'Now'}</h4>
        <p>
          <code>{stateText(shown, intent.path)}</code>
        </p>
        <Changes before={before} after={shown} />
      </div>
      <dl className={styles.facts}>
        <dt>Owned after</dt>
        <dd>{ownedWords(answer, name)}</dd>
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

const valueText = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : (printExactJson(value) ?? '')

/** The fields that the patch changed. */
function Changes({ before, after }: Pick<QuadAnswer, 'before' | 'after'>) {
  const changes = pathDifferences(before, after).filter(
    ({ path }) =>
      path !== 'metadata.resourceVersion' &&
      path !== 'metadata.generation' &&
      !path.startsWith('metadata.managedFields'),
  )
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
