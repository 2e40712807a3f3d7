import { useStore } from 'zustand'
import type { CelInputs } from '#cel/cel.ts'
import type { DraftCheck, DraftStep } from '#lesson/build/draft.ts'
import { changeStep } from '#lesson/build/draft.ts'
import { toggledFact } from '#lesson/build/find-facts.ts'
import { compileExpression } from '#lesson/expressions.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Build } from './build.ts'
import { Field } from './field.tsx'
import { PickFact } from './pick-fact.tsx'
import { inputsOf, runOf } from './run-store.ts'
import styles from './form.module.css'

/** The value of a condition after its step in the last run, or why it has none. */
interface Value {
  readonly tone: 'true' | 'false' | 'none'
  readonly words: string
}

function valueOf(source: string, inputs: CelInputs | undefined): Value {
  const program = compileExpression(source, true)
  if (program.type === 'failed') return { tone: 'false', words: program.message }
  if (inputs === undefined) return { tone: 'none', words: 'Run it to see its value' }
  const outcome = program.run(inputs)
  if (outcome.type === 'error') return { tone: 'false', words: outcome.message }
  const isTrue = outcome.value === true
  return { tone: isTrue ? 'true' : 'false', words: `${isTrue ? 'true' : 'false'}, cost ${outcome.cost}` }
}

interface CheckRowProps {
  readonly check: DraftCheck
  readonly number: number
  readonly inputs: CelInputs | undefined
  readonly onChange: (check: DraftCheck) => void
  readonly onRemove: () => void
}

function CheckRow({ check, number, inputs, onChange, onRemove }: CheckRowProps) {
  const { is, say, isOn } = check
  const value = valueOf(is, inputs)
  return (
    <li data-off={isOn ? undefined : ''}>
      <input
        type="checkbox"
        aria-label={`The step expects condition ${number}`}
        checked={isOn}
        onChange={({ target }) => onChange({ ...check, isOn: target.checked })}
      />
      <div>
        <input
          className={styles.text}
          aria-label={`Words of condition ${number}`}
          value={say}
          onChange={({ target }) => onChange({ ...check, say: target.value })}
        />
        <textarea
          className={styles.code}
          rows={is.length > 70 ? 2 : 1}
          spellCheck={false}
          aria-label={`CEL of condition ${number}`}
          value={is}
          onChange={({ target }) => onChange({ ...check, is: target.value })}
        />
        <small data-tone={value.tone}>{value.words}</small>
      </div>
      <IconButton icon="x" iconSize={12} size="small" label={`Remove condition ${number}`} onClick={onRemove} />
    </li>
  )
}

/** Conditions of the step: proposals of the recording to tick, and conditions of one's own. */
export function ChecksField({ build, step }: { readonly build: Build; readonly step: DraftStep }) {
  const at = build.draft.steps.indexOf(step)
  const inputs = useStore(runOf(useLab()).store, (state) => inputsOf(state, at))
  const { checks, key } = step
  const set = (changed: readonly DraftCheck[]) => build.change((now) => changeStep(now, key, { checks: changed }))
  const add = () => set([...checks, { is: 'last.code == 200', say: 'the answer is `200`', isOn: true }])
  return (
    <Field label="Expect" note="ticked: the step is done when all are true">
      {({ labelledby }) => (
        <>
          <ul className={styles.checks} aria-labelledby={labelledby}>
            {checks.map((check, index) => (
              <CheckRow
                // oxlint-disable-next-line react/no-array-index-key -- conditions are edited in place
                key={index}
                check={check}
                number={index + 1}
                inputs={inputs}
                onChange={(changed) => set(checks.with(index, changed))}
                onRemove={() => set(checks.toSpliced(index, 1))}
              />
            ))}
          </ul>
          <div className={styles.focus}>
            <Button size="small" look="ghost" icon="plus" onClick={add}>
              Condition of your own
            </Button>
          </div>
          <PickFact inputs={inputs} checks={checks} onPick={(fact) => set(toggledFact(checks, fact))} />
        </>
      )}
    </Field>
  )
}
