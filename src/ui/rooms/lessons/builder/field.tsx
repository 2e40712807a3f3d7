import { type ReactNode, useId } from 'react'
import styles from './form.module.css'

interface FieldProps {
  readonly label: string
  /** Below the label: a bound, or what the field is for. */
  readonly note?: string
  readonly isOver?: boolean
  /** Gets the ids of label and note for the control. */
  readonly children: (ids: { readonly labelledby: string; readonly describedby: string }) => ReactNode
}

/** A row of the form: the label at the left, the control at the right. */
export function Field({ label, note = '', isOver = false, children }: FieldProps) {
  const id = useId()
  const [labelledby, describedby] = [`${id}-label`, `${id}-note`]
  return (
    <div className={styles.field}>
      <div>
        <span id={labelledby}>{label}</span>
        <small id={describedby} data-over={isOver ? '' : undefined}>
          {note}
        </small>
      </div>
      <div>{children({ labelledby, describedby })}</div>
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly note?: string
  readonly isOver?: boolean
  readonly value: string
  readonly lines?: number
  /** The name of the control, by which a form finds it. */
  readonly name?: string
  readonly onChange: (value: string) => void
}

/** A row with a text of one or several lines. */
export function TextField({ label, note = '', isOver = false, value, lines = 1, name, onChange }: TextFieldProps) {
  return (
    <Field label={label} note={note} isOver={isOver}>
      {({ labelledby, describedby }) =>
        lines === 1 ? (
          <input
            className={styles.text}
            name={name}
            aria-labelledby={labelledby}
            aria-describedby={describedby}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <textarea
            className={styles.text}
            name={name}
            rows={lines}
            aria-labelledby={labelledby}
            aria-describedby={describedby}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  )
}
