import { useId } from 'react'
import { classes } from './button.tsx'
import styles from './segments.module.css'

export interface SegmentChoice {
  readonly value: string
  readonly label: string
}

interface SegmentsProps {
  readonly label: string
  readonly choices: readonly SegmentChoice[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A radio group that shows all of its choices side by side. */
export function Segments({ label, choices, value, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <span className={styles.segments} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes(choice.value === value && styles.on)}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </span>
  )
}
