import type { SampleTrial } from '#facts/admission-trial-api.ts'
import { useMemo } from 'react'
import type { ApiObject } from '#api/object-meta.ts'
import { numberText } from '#ui/model/words.ts'
import { pathChanges } from '#ui/rooms/config/dock/path-changes.ts'
import { editableText } from '#ui/rooms/config/policy-state/policy-items.ts'
import { readSample, type TriedSample } from '#ui/rooms/config/policy-state/samples.ts'
import { usePolicyState } from '#ui/rooms/config/policy-state/use-policy.ts'
import styles from './policies.module.css'

interface SampleOutcomeProps {
  readonly sample: TriedSample
  readonly trial: SampleTrial | undefined
}

const titles = {
  'not-asked': 'Not asked',
  admitted: 'Admitted',
  changed: 'Admitted, with changes',
  refused: 'Refused',
} as const

const saysWhy = {
  'not-asked': 'The rules, selectors or bindings do not apply to this write.',
  admitted: '',
  changed: '',
  refused: '',
} as const

/** Shows the answer that the sender of the write would get. [CB12] */
export function SampleOutcome({ sample, trial }: SampleOutcomeProps) {
  const refusal = usePolicyState((state) => state.trialRefusal)
  const limits = usePolicyState((state) => state.limits)
  const read = useMemo(() => readSample(sample), [sample])
  if (read.type === 'problem') return <Untried why={read.message} />
  if (trial === undefined) return refusal === '' ? null : <Untried why={refusal} />
  const worst = Math.max(0, ...trial.expressions.map(({ cost }) => cost))
  return (
    <section className={styles.outcome} aria-label={`What ${sample.user.name} would get`} data-testid="policy-outcome">
      <h3>What {sample.user.name} would get</h3>
      <p className={styles.answer} data-outcome={trial.outcome} role="status">
        {trial.outcome === 'refused' ? `${trial.code} ${trial.reason}` : titles[trial.outcome]}
      </p>
      {saysWhy[trial.outcome] !== '' && <p>{saysWhy[trial.outcome]}</p>}
      {trial.message !== '' && <code>{trial.message}</code>}
      {trial.object !== null && <Changes text={sample.text} object={trial.object as ApiObject} />}
      <Texts title="Warnings" texts={trial.warnings} />
      <Texts
        title="Audit annotations"
        texts={Object.entries(trial.annotations).map(([key, value]) => `${key}: ${value}`)}
      />
      <p className={styles.quiet}>
        Cost {numberText(trial.cost)} of {numberText(limits.object)} for this object; the dearest call{' '}
        {numberText(worst)} of {numberText(limits.call)}.
      </p>
    </section>
  )
}

const Untried = ({ why }: { readonly why: string }) => (
  <section className={styles.outcome} aria-label="Not tried">
    <h3>Not tried</h3>
    <code>{why}</code>
  </section>
)

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The fields that the draft would change. */
function Changes({ text, object }: { readonly text: string; readonly object: ApiObject }) {
  const changes = useMemo(() => pathChanges(text, editableText(object)) ?? [], [text, object])
  return (
    <ul className={styles.changes} aria-label="Fields that change">
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code> {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
