import { useId } from 'react'
import { classes } from '../../controls/button.tsx'
import type { MediaChoice } from './request-draft.ts'
import styles from './request.module.css'

interface SegmentsProps {
  readonly label: string
  readonly choices: readonly MediaChoice[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One of a few, all of them on the page. */
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
