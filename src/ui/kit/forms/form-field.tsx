import { useId } from 'react'
import styles from './form-field.module.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly wide?: boolean
  readonly list?: readonly string[]
  readonly onChange: (value: string) => void
}

/** A small labelled text field with suggested values. */
export function FormField({ label, value, wide = false, list, onChange }: FieldProps) {
  const id = useId()
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        value={value}
        size={wide ? 44 : 14}
        list={list === undefined ? undefined : id}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {list !== undefined && (
        <datalist id={id}>
          {list.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </datalist>
      )}
    </label>
  )
}
