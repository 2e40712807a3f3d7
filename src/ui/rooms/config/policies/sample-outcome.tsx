import type { SampleTrial } from '#facts/admission-trial-api.ts'
import { useMemo } from 'react'
import type { ApiObject } from '#api/object-meta.ts'
import { numberText } from '#ui/model/words.ts'
import { UpstreamChip } from '#ui/proof/upstream-chip.tsx'
import { diffLines, withContext } from '#ui/texts/line-diff.ts'
import { editableText } from '#ui/rooms/config/policy-state/policy-items.ts'
import { proofOfSample } from '#ui/rooms/config/policy-state/sample-proof.ts'
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
  const proof = useMemo(() => (trial === undefined ? null : proofOfSample(sample, trial)), [sample, trial])
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
      <UpstreamChip exchange={proof} />
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

const signs = { same: ' ', removed: '-', added: '+' } as const

/** The object before and after the draft changed it, as a diff. */
function Changes({ text, object }: { readonly text: string; readonly object: ApiObject }) {
  const lines = useMemo(() => withContext(diffLines(text, editableText(object)), 2), [text, object])
  return (
    <pre
      className={styles.diff}
      // It scrolls, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label="The object before and after"
      data-testid="policy-diff"
    >
      {lines.map((line, at) => (
        // Equal lines may repeat, and a line has no other identity than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} data-line={line === null ? 'gap' : line.type}>
          {line === null ? '…' : `${signs[line.type]} ${line.text}`}
        </span>
      ))}
    </pre>
  )
}
