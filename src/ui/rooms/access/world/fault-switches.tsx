import type { Faults } from '#facts/world-api.ts'
import styles from './world.module.css'

export const noFaults: Faults = { latencyMs: 0, isFailing: false, isMalformed: false, isExpired: false, isDown: false }

type Switch = Exclude<keyof Faults, 'latencyMs'>

const switches: readonly { readonly id: Switch; readonly label: string; readonly title: string }[] = [
  { id: 'isDown', label: 'down', title: 'Nobody listens: no connection' },
  { id: 'isExpired', label: 'certificate expired', title: 'No connection: its certificate is out of date' },
  { id: 'isFailing', label: 'answers 500', title: 'Answers with an error of its own' },
  { id: 'isMalformed', label: 'answers garbage', title: 'Answers with what is no answer' },
]

/** Describes the faults of a party; `''` for none. */
export function faultWords(faults: Faults): string {
  const words = switches.filter(({ id }) => faults[id]).map(({ label }) => label)
  return [...words, ...(faults.latencyMs > 0 ? [`${faults.latencyMs} ms late`] : [])].join(', ')
}

interface FaultSwitchesProps {
  readonly name: string
  readonly faults: Faults
  readonly onChange: (faults: Faults) => void
}

/** Switches for the faults of a party; they apply from the next call on. */
export function FaultSwitches({ name, faults, onChange }: FaultSwitchesProps) {
  return (
    <fieldset className={styles.faults}>
      <legend>Faults</legend>
      {switches.map(({ id, label, title }) => (
        <label key={id} title={title}>
          <input
            type="checkbox"
            checked={faults[id]}
            onChange={({ target }) => onChange({ ...faults, [id]: target.checked })}
          />
          {label}
        </label>
      ))}
      <label title="Each answer is this much later">
        late by
        <input
          type="number"
          min={0}
          max={120_000}
          step={100}
          value={faults.latencyMs}
          aria-label={`Milliseconds that ${name} is late`}
          onChange={({ target }) => onChange({ ...faults, latencyMs: Number(target.value) })}
        />
        ms
      </label>
    </fieldset>
  )
}
