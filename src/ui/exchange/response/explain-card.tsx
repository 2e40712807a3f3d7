import type { ReactNode } from 'react'
import type { Status } from '#api/status.ts'
import { explain, type Explanation } from '#ui/exchange/explain/explanation.ts'
import { lessonOfCard } from '#ui/exchange/explain/lesson-of-card.ts'
import { RuleButtons } from '#ui/exchange/explain/rule-button.tsx'
import { Button, classes } from '#ui/kit/button.tsx'
import { askLesson } from '#ui/lab/asked-lesson.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { NearestRight } from './nearest-right.tsx'
import styles from './response.module.css'

interface ExplainCardProps {
  readonly status: Status
  /** One primary action and optional others; absent when no action is possible. */
  readonly actions?: ReactNode
  /** A comparison shown between the explanation and the actions. */
  readonly detail?: ReactNode
  /** A sentence about this particular case that replaces the general explanation. */
  readonly what?: string | undefined
  /** True where space is short: the comparison comes first, the rule and the fix are folded, and the actions stay in view. */
  readonly isBrief?: boolean
  /** True for a request that only reads, which could not have used a revision. */
  readonly isRead?: boolean
  /** True where `detail` has a row for each cause. */
  readonly hasRows?: boolean
  /** Sends the request again, once a missing permission was added. */
  readonly sendAgain?: (() => void) | undefined
}

/** Explains a refusal: the server's message first, our explanation below. */
export function ExplainCard(props: ExplainCardProps) {
  const { status, actions, detail, what, isBrief = false, isRead = false, hasRows = false, sendAgain } = props
  const { id, rule, ruleIds, fix, ...general } = explain(status)
  return (
    <article className={classes(styles.explain, isBrief && styles.brief)} aria-label={`Explain ${status.code}`}>
      <Head status={status} isRead={isRead} />
      <p className={styles.server}>{status.message}</p>
      {!hasRows && <Causes status={status} />}
      {isBrief && detail}
      <dl>
        <dt>What</dt>
        <dd>{what ?? general.what}</dd>
        {!isBrief && <RuleAndFix {...{ rule, ruleIds, fix }} />}
        <NearestRight status={status} sendAgain={sendAgain} />
        <LessonRow card={id} />
      </dl>
      {!isBrief && detail}
      {isBrief && (
        <details className={styles.why}>
          <summary>Rule and fix</summary>
          <dl>
            <RuleAndFix {...{ rule, ruleIds, fix }} />
          </dl>
        </details>
      )}
      {actions !== undefined && <footer>{actions}</footer>}
    </article>
  )
}

function Head({ status, isRead }: { readonly status: Status; readonly isRead: boolean }) {
  return (
    <header>
      <span className={styles.bad}>{status.code}</span>
      {status.reason !== undefined && (
        <span>
          reason <code>{status.reason}</code>
        </span>
      )}
      {status.details?.kind !== undefined && (
        <span>
          {status.details.kind} {status.details.name !== undefined && <code>{status.details.name}</code>}
        </span>
      )}
      <span className={styles.space} />
      <small>{isRead ? 'a read: nothing changed' : 'no revision used'}</small>
    </header>
  )
}

/** The causes of a refusal that has several; a single one is in its message. */
function Causes({ status }: { readonly status: Status }) {
  const causes = status.details?.causes ?? []
  if (causes.length < 2) return null
  return (
    <ul className={styles.causes}>
      {causes.map((cause) => (
        <li key={`${cause.field} ${cause.message}`}>
          <code>{cause.field}</code> {cause.message}
        </li>
      ))}
    </ul>
  )
}

/** The lesson about this refusal; none while one is played. [LSN16] */
function LessonRow({ card }: { readonly card: string }) {
  const lab = useLab()
  const lesson = lessonOfCard(card)
  if (lesson === undefined || lessonHere() !== undefined) return null
  return (
    <>
      <dt>Lesson</dt>
      <dd className={styles.lesson}>
        <Button size="small" look="ghost" onClick={() => askLesson(lab, lesson)}>
          {lesson.title}, step {lesson.step}
        </Button>
      </dd>
    </>
  )
}

function RuleAndFix({ rule, ruleIds, fix }: Pick<Explanation, 'rule' | 'ruleIds' | 'fix'>) {
  return (
    <>
      <dt>Rule</dt>
      <dd>
        {rule} <RuleButtons ids={ruleIds} />
      </dd>
      <dt>Fix</dt>
      <dd>{fix}</dd>
    </>
  )
}
