import type { SampleTrial } from '#facts/admission-trial-api.ts'
import { classes, IconButton } from '#ui/kit/button.tsx'
import { numberText } from '#ui/model/words.ts'
import tryStyles from '#ui/rooms/config/try-it/try.module.css'
import { chosenSample, type PolicyState } from '#ui/rooms/config/policy-state/policy-store.ts'
import type { TriedSample } from '#ui/rooms/config/policy-state/samples.ts'
import { ruleMarks } from '#ui/rooms/config/policy-state/rule-marks.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import { AddSample } from './add-sample.tsx'
import { ParamsForm } from './params-form.tsx'
import { SampleForm } from './sample-form.tsx'
import { SampleOutcome } from './sample-outcome.tsx'
import { StoredFailures } from './stored-failures.tsx'
import styles from './policies.module.css'

/** Objects on which the open policy or schema is tried, and what would become of each. [CB12] */
export function PolicyTry() {
  const { store } = useRoom()
  const drawer = useRoomState((state) => state.drawer)
  const isTrying = usePolicyState((state) => state.isTrying)
  const count = usePolicyState((state) => state.samples.length)
  const chosen = usePolicyState(chosenSample)
  const trial = usePolicyState((state) => (chosen === undefined ? undefined : state.trials[chosen.id]))
  return (
    <aside
      className={tryStyles.try}
      aria-label="Try it"
      data-region="inspector"
      data-open={drawer === 'try' ? '' : undefined}
      aria-busy={isTrying}
    >
      <div className={tryStyles.head}>
        <h2>Objects to try</h2>
        <span>{count}</span>
        <AddSample />
        {drawer === 'try' && <IconButton icon="x" size="small" label="Close" onClick={() => store.closeDrawer()} />}
      </div>
      {count === 0 ? (
        <p className={tryStyles.say}>
          The cluster has no object that this applies to. Add one, or take one of the last writes from the dock.
        </p>
      ) : (
        <SampleTable />
      )}
      {chosen !== undefined && <SampleOutcome sample={chosen} trial={trial} />}
      <StoredFailures />
      <ParamsForm />
      {chosen !== undefined && <SampleForm key={chosen.id} sample={chosen} />}
    </aside>
  )
}

/** One row per sample, with a column for each rule. */
function SampleTable() {
  const samples = usePolicyState((state) => state.samples)
  const state = usePolicyState((all) => all)
  const text = usePolicyText()
  const isStale = state.trialRefusal !== '' || (state.triedText !== '' && state.triedText !== text)
  const rules = ruleMarks(state.check, undefined)
  return (
    <table className={classes(styles.samples, isStale && styles.isStale)} data-testid="policy-samples">
      <thead>
        <tr>
          <th scope="col">Object</th>
          {rules.map(({ label, path }) => (
            <th key={path} scope="col" title={path}>
              {label}
            </th>
          ))}
          <th scope="col">Answer</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample) => (
          <SampleRow key={sample.id} sample={sample} trial={state.trials[sample.id]} check={state.check} />
        ))}
      </tbody>
    </table>
  )
}

interface SampleRowProps {
  readonly sample: TriedSample
  readonly trial: SampleTrial | undefined
  readonly check: PolicyState['check']
}

const signs = { passed: '✓', failed: '✗', none: '−' } as const
const signWords = { passed: 'holds', failed: 'fails', none: 'not asked' } as const

function SampleRow({ sample, trial, check }: SampleRowProps) {
  const { store } = usePolicyRoom()
  const isChosen = usePolicyState((state) => chosenSample(state)?.id === sample.id)
  return (
    <tr className={classes(isChosen && styles.isChosen)}>
      <th scope="row" aria-label={sample.name}>
        <button type="button" aria-pressed={isChosen} onClick={() => store.chooseSample(sample.id)}>
          <b>{sample.name}</b>
          <small>
            {sample.operation} {sample.note}
          </small>
        </button>
      </th>
      {ruleMarks(check, trial).map(({ path, mark }) => (
        <td key={path} data-mark={mark}>
          <span aria-hidden="true">{signs[mark]}</span>
          <span className="visually-hidden">{signWords[mark]}</span>
        </td>
      ))}
      <td>
        <b data-code={trial === undefined ? '' : trial.code < 300 ? 'ok' : 'bad'}>{answerWords(trial)}</b>
      </td>
      <td>{trial === undefined ? '' : numberText(trial.cost)}</td>
    </tr>
  )
}

function answerWords(trial: SampleTrial | undefined): string {
  if (trial === undefined) return '…'
  if (trial.outcome === 'not-asked') return 'not asked'
  return trial.outcome === 'changed' ? 'changed' : String(trial.code)
}
