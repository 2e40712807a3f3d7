import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchRefused, useSubject } from '#ui/trials/bench.tsx'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { ownedFields, type Side } from './files.ts'
import { type Choice, choices, type Forecast } from './negotiate.ts'
import { applyStore, choiceTitles } from './store.ts'
import { MigrationNote } from './migration-note.tsx'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import styles from './apply.module.css'

/** Shows the files of two managers for the selected object, and the choices that each has. */
export function ApplyBody() {
  const apply = applyStore(useLab())
  const { subject, at, isAsking, refused, done } = useStore(apply.store)
  useSubject(apply)
  if (subject === null) return <BenchHint>Select an object that two managers apply.</BenchHint>
  return (
    <BenchFrame isBusy={isAsking} testId="apply">
      <p className={styles.top} role="status">
        {at > 0 && `On a branch of ${at}; the cluster stays as it is. `}
        {done}
      </p>
      <BenchRefused text={refused} />
      <div className={styles.panes}>
        <File side="left" title="One manager" />
        <File side="right" title="Another manager" />
      </div>
      <MigrationNote />
      <Owners />
    </BenchFrame>
  )
}

/**
 * The choice of a key in a pane: Alt with 1 to 3 names it, Mod+Enter is Apply, or Give up where Apply would be refused.
 * `null` for other keys and for what the server would refuse.
 */
function chosenByKey(
  { key, code, altKey, ctrlKey, metaKey }: KeyboardEvent,
  forecasts: Readonly<Record<Choice, Forecast>> | null,
): Choice | null {
  if (forecasts === null) return null
  // With Alt, `key` is another character on Apple keyboards.
  const named = altKey ? choices[Number(/^Digit([1-3])$/.exec(code)?.[1] ?? 0) - 1] : undefined
  const canApply = forecasts.apply.exchange.code < 400
  const choice = key === 'Enter' && (ctrlKey || metaKey) ? (canApply ? 'apply' : 'give-up') : named
  return choice === undefined || forecasts[choice].exchange.code >= 400 ? null : choice
}

function File({ side, title }: { readonly side: Side; readonly title: string }) {
  const apply = applyStore(useLab())
  const { panes, managers, object } = useStore(apply.store)
  const markOf = useManagerMark(object ?? undefined)
  const { manager, text, forecasts } = panes[side]
  return (
    // Keys of the controls in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.file}
      aria-label={title}
      data-side={side}
      onKeyDown={(event) => {
        const choice = chosenByKey(event, forecasts)
        if (choice === null) return
        event.preventDefault()
        event.stopPropagation()
        void apply.carryOut(side, choice)
      }}
    >
      <header>
        <OwnerLetter {...markOf(manager)} name="" />{' '}
        <label>
          Manager{' '}
          <select value={manager} onChange={({ target }) => void apply.chooseManager(side, target.value)}>
            {managers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </header>
      <textarea
        aria-label={`File of ${manager}`}
        spellCheck={false}
        value={text}
        onChange={({ target }) => apply.edit(side, target.value)}
      />
      <ul className={styles.choices} aria-label={`What ${manager} can do`}>
        {choices.map((choice) => (
          <Way key={choice} side={side} choice={choice} forecast={forecasts?.[choice]} />
        ))}
      </ul>
    </section>
  )
}

interface WayProps {
  readonly side: Side
  readonly choice: Choice
  readonly forecast: Forecast | undefined
}

/** Shows one choice, with the server's answer to its dry run. */
function Way({ side, choice, forecast }: WayProps) {
  const apply = applyStore(useLab())
  const { object } = useStore(apply.store)
  const markOf = useManagerMark(object ?? undefined)
  if (forecast === undefined) return <li className={styles.asking}>{choiceTitles[choice]}: asked</li>
  const { exchange, changes, isUnchanged } = forecast
  const { code, status } = exchange
  const version = object?.metadata.resourceVersion ?? ''
  return (
    <li data-choice={choice} data-code={code}>
      <Button size="small" onClick={() => void apply.carryOut(side, choice)} disabled={code >= 400}>
        {choiceTitles[choice]} <kbd>{chordText(`Alt+${choices.indexOf(choice) + 1}`)}</kbd>
      </Button>
      <div>
        <b className={code >= 400 ? styles.bad : styles.good}>{code}</b>{' '}
        {code < 400 && (isUnchanged ? `nothing changes, stays ${version}` : `${version} → a new version`)}
        {status !== null && (
          <>
            <p className={styles.server}>{status.message}</p>
            <p>{explain(status).fix}</p>
          </>
        )}
        <TrialChip exchange={exchange} />
        {changes.map(({ manager, lost, gained }) => (
          <p key={manager}>
            <OwnerLetter {...markOf(manager)} name="" /> <b>{manager}</b>{' '}
            {gained.length > 0 && <>gains {gained.join(', ')} </>}
            {lost.length > 0 && <>loses {lost.join(', ')}</>}
          </p>
        ))}
      </div>
    </li>
  )
}

/** Shows managedFields as a table. */
function Owners() {
  const { object } = useStore(applyStore(useLab()).store)
  const markOf = useManagerMark(object ?? undefined)
  if (object === null) return null
  const fields = ownedFields(object)
  return (
    <section className={styles.owners} aria-label="Owned fields">
      <h3>Who owns what</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Managers</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, managers }) => (
            <tr key={path} className={classes(managers.length > 1 && styles.shared)}>
              <td>
                <code>{path}</code>
              </td>
              <td>
                {managers.map(({ name, operation }) => (
                  <span key={`${name} ${operation}`} className={styles.owner}>
                    <OwnerLetter {...markOf(name)} name={name} /> {name} ({operation})
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
