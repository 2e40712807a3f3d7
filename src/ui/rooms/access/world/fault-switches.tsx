import type { Faults } from '#facts/world-api.ts'
import styles from './world.module.css'

export const noFaults: Faults = { latencyMs: 0, isFailing: false, isMalformed: false, isExpired: false, isDown: false }

type Switch = Exclude<keyof Faults, 'latencyMs'>

const switches: readonly { readonly id: Switch; readonly label: string; readonly title: string }[] = [
  { id: 'isDown', label: 'down', title: 'Not listening: connections are refused' },
  { id: 'isExpired', label: 'certificate expired', title: 'TLS fails: its certificate has expired' },
  { id: 'isFailing', label: 'responds 500', title: 'Responds with an internal error' },
  { id: 'isMalformed', label: 'invalid responses', title: 'Responds with data that cannot be parsed' },
]

/** Describes the faults of a party; `''` for none. */
export function faultWords(faults: Faults): string {
  const words = switches.filter(({ id }) => faults[id]).map(({ label }) => label)
  return [...words, ...(faults.latencyMs > 0 ? [`delayed by ${faults.latencyMs} ms`] : [])].join(', ')
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
      <label title="Delays each response">
        delayed by
        <input
          type="number"
          min={0}
          max={120_000}
          step={100}
          value={faults.latencyMs}
          aria-label={`Delay of ${name} in milliseconds`}
          onChange={({ target }) => onChange({ ...faults, latencyMs: Number(target.value) })}
        />
        ms
      </label>
    </fieldset>
  )
}
