import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { attempt } from '#ui/lab/actions.ts'
import { BenchHint, BenchNote, BenchRefused, useSubject } from '#ui/trials/bench.tsx'
import { Matrix } from './matrix.tsx'
import { isWay, ways } from './orders.ts'
import { fieldText } from './race-field.ts'
import { Sequence } from './sequence.tsx'
import { chosenField, raceStore } from './store.ts'
import { useChoice } from './use-race.ts'
import styles from './race.module.css'

/** Buttons of the chosen order. */
export function RaceTools() {
  const lab = useLab()
  const race = raceStore(lab)
  const { at, done, fields } = useStore(race.store)
  const save = async (): Promise<void> => downloadText(await race.testFile(), 'race.test.ts', 'text/plain')
  const isEmpty = fields.length === 0
  return (
    <>
      <BenchNote>{at === 0 ? '' : `on a branch of ${at}`}</BenchNote>
      <Button size="small" look="ghost" disabled={done.length === 0} onClick={() => race.reset()}>
        Reset
      </Button>
      <Button size="small" look="ghost" disabled={done.length < 4} onClick={() => void attempt(lab, save())}>
        Save as test
      </Button>
      <Button size="small" disabled={isEmpty} onClick={() => void race.step()}>
        Step <kbd>.</kbd>
      </Button>
      <Button size="small" look="primary" disabled={isEmpty} onClick={() => void race.run()}>
        Run <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}

/** Two clients read and write one field of the selected object, in each order and in each way. */
export function RaceBody() {
  const race = raceStore(useLab())
  const { subject, fields, refused } = useStore(race.store)
  const choice = useChoice()
  useSubject(race)
  if (subject === null) return <BenchHint>Select an object for which two clients race.</BenchHint>
  const field = chosenField(fields, choice)
  if (field === undefined)
    return <BenchHint>{subject.ref.name} has no text or number that a client could change.</BenchHint>
  const onKeyDown = (event: KeyboardEvent) => {
    const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isStep = event.key === '.' && !(event.target instanceof HTMLSelectElement)
    if (!isRun && !isStep) return
    event.preventDefault()
    event.stopPropagation()
    void (isRun ? race.run() : race.step())
  }
  return (
    <div className={styles.bench} onKeyDown={onKeyDown} role="presentation">
      <section className={styles.chosen} aria-label="The chosen order">
        <div className={styles.top}>
          <span className={styles.label}>Write with</span>
          <Segments
            label="Write with"
            choices={ways.map(({ id, title }) => ({ value: id, label: title }))}
            value={choice.way}
            onChange={(way) => void (isWay(way) && race.choose({ way }))}
          />
          <label className={styles.field}>
            <span>Field</span>
            <select
              value={fieldText(field)}
              onChange={({ target }) => void race.choose({ field: target.value })}
              data-testid="race-field"
            >
              {fields.map((one) => (
                <option key={fieldText(one)}>{fieldText(one)}</option>
              ))}
            </select>
          </label>
        </div>
        <BenchRefused text={refused} />
        <Sequence subject={subject} field={field} />
      </section>
      <Matrix />
    </div>
  )
}
