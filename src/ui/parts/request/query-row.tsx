import { useState } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { knownParameters, type Method, type QueryParameter } from '#ui/exchange/request-draft.ts'
import styles from './request-form.module.css'

interface QueryRowProps {
  readonly method: Method
  readonly query: readonly QueryParameter[]
  /** Sets a parameter; `null` removes it. */
  readonly onSet: (name: string, value: string | null) => void
}

/** Parameters of other methods, in a secondary style. A click sets one anyway. */
export function OtherParameters({ method, query, onSet }: QueryRowProps) {
  const others = knownParameters.filter(
    ({ name, methods }) => !methods.includes(method) && !query.some((one) => one.name === name),
  )
  return (
    <div className={classes(styles.chips, styles.others)}>
      {others.map(({ name, methods, values }) => (
        <button key={name} type="button" className={styles.unset} onClick={() => onSet(name, values[0] ?? '')}>
          <Icon name="plus" size={10} /> {name} <small>{methods.join(' ')}</small>
        </button>
      ))}
    </div>
  )
}

/** Query parameters as chips: set ones with their value, unset ones dashed. */
export function QueryRow({ method, query, onSet }: QueryRowProps) {
  const unset = knownParameters.filter(({ name }) => !query.some((one) => one.name === name))
  const fitting = unset.filter(({ methods }) => methods.includes(method))
  const [first, setFirst] = useState('')
  return (
    <div className={styles.chips}>
      {query.map(({ name, value }) => (
        <Chip
          key={name}
          name={name}
          value={value}
          editing={first === name}
          onSet={(next) => onSet(name, next)}
          onDone={() => setFirst('')}
        />
      ))}
      {fitting.map(({ name, values }) => (
        <button
          key={name}
          type="button"
          className={styles.unset}
          onClick={() => {
            onSet(name, values[0] ?? '')
            setFirst(name)
          }}
        >
          <Icon name="plus" size={10} /> {name}
        </button>
      ))}
    </div>
  )
}

interface ChipProps {
  readonly name: string
  readonly value: string
  readonly editing: boolean
  readonly onSet: (value: string | null) => void
  readonly onDone: () => void
}

function Chip({ name, value, editing, onSet, onDone }: ChipProps) {
  const listId = `values-of-${name}`
  const choices = knownParameters.find((known) => known.name === name)?.values ?? []
  return (
    <span className={styles.chip}>
      <label>
        {name}
        <input
          value={value}
          size={Math.max(3, Math.min(28, value.length + 1))}
          list={listId}
          spellCheck={false}
          ref={(input) => {
            if (editing) input?.focus()
          }}
          onBlur={onDone}
          onChange={(event) => onSet(event.target.value)}
        />
      </label>
      <datalist id={listId}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </datalist>
      <button type="button" aria-label={`Remove ${name}`} onClick={() => onSet(null)}>
        <Icon name="x" size={10} />
      </button>
    </span>
  )
}
