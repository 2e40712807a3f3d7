import { useStore } from 'zustand'
import type { CelInputs } from '#cel/cel.ts'
import { changeStep, type DraftStep } from '#lesson/build/draft.ts'
import { mistakeOf, offeredMistakes, spareRequests } from '#lesson/build/mistakes.ts'
import { compileExpression } from '#lesson/expressions.ts'
import type { LikelyMistake } from '#lesson/lesson.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Build } from './build.ts'
import { Field } from './field.tsx'
import { inputsOf, runOf } from './run-store.ts'
import styles from './form.module.css'

/** Reports whether a mistake would be said to somebody who solved the step, by the last run. */
function verdict(source: string, inputs: CelInputs | undefined): { readonly tone: string; readonly words: string } {
  const program = compileExpression(source, true)
  if (program.type === 'failed') return { tone: 'false', words: program.message }
  if (inputs === undefined) return { tone: 'none', words: 'Run it to see its value after the right answer' }
  const outcome = program.run(inputs)
  if (outcome.type === 'value' && outcome.value === true)
    return { tone: 'false', words: 'true after the right answer, too: it would be said to everyone' }
  return { tone: 'true', words: 'false after the right answer' }
}

interface MistakeRowProps {
  readonly mistake: LikelyMistake
  readonly number: number
  readonly inputs: CelInputs | undefined
  readonly onChange: (mistake: LikelyMistake) => void
  readonly onRemove: () => void
}

function MistakeRow({ mistake, number, inputs, onChange, onRemove }: MistakeRowProps) {
  const { when, say, by } = mistake
  const { tone, words } = verdict(when, inputs)
  const made = by.map(({ method, target }) => `${method} ${target}`).join(', ')
  return (
    <li>
      <div>
        <input
          className={styles.text}
          aria-label={`Words to mistake ${number}`}
          value={say}
          onChange={({ target }) => onChange({ ...mistake, say: target.value })}
        />
        <textarea
          className={styles.code}
          rows={when.length > 70 ? 2 : 1}
          spellCheck={false}
          aria-label={`CEL of mistake ${number}`}
          value={when}
          onChange={({ target }) => onChange({ ...mistake, when: target.value })}
        />
        <small data-tone={tone}>{words}</small> <small>{made === '' ? '' : `made by ${made}`}</small>
      </div>
      <IconButton icon="x" iconSize={12} size="small" label={`Remove mistake ${number}`} onClick={onRemove} />
    </li>
  )
}

/** Likely mistakes with what is said to each: from requests of the recording that no step uses. [LSN42] */
export function MistakesField({ build, step }: { readonly build: Build; readonly step: DraftStep }) {
  const at = build.draft.steps.indexOf(step)
  const inputs = useStore(runOf(useLab()).store, (state) => inputsOf(state, at))
  const { wrong, key } = step
  const set = (changed: readonly LikelyMistake[]) => build.change((now) => changeStep(now, key, { wrong: changed }))
  const spare = spareRequests(build.draft)
  const offered = offeredMistakes(build.draft, wrong)
  return (
    <Field label="Mistakes" note="said when one is made">
      {({ labelledby }) => (
        <>
          {wrong.length > 0 && (
            <ul className={classes(styles.checks, styles.mistakes)} aria-labelledby={labelledby}>
              {wrong.map((mistake, index) => (
                <MistakeRow
                  // oxlint-disable-next-line react/no-array-index-key -- mistakes are edited in place
                  key={index}
                  mistake={mistake}
                  number={index + 1}
                  inputs={inputs}
                  onChange={(changed) => set(wrong.with(index, changed))}
                  onRemove={() => set(wrong.toSpliced(index, 1))}
                />
              ))}
            </ul>
          )}
          <div className={styles.focus}>
            {offered.map((recorded) => (
              <Button key={recorded.id} size="small" icon="plus" onClick={() => set([...wrong, mistakeOf(recorded)])}>
                {recorded.method} {recorded.code}: {recorded.target.split('?', 1)[0]?.split('/').slice(-2).join('/')}
              </Button>
            ))}
          </div>
          {spare.length === 0 && (
            <p className={styles.none}>Record a wrong request and untick it: it can be chosen here.</p>
          )}
        </>
      )}
    </Field>
  )
}
