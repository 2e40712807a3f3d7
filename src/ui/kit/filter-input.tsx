import { Icon } from './icon.tsx'
import styles from './filter-input.module.css'

interface FilterInputProps {
  readonly label: string
  /** An example of a filter, shown as the placeholder. */
  readonly hint: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** The filter of a dock tab. `/` focuses it while the focus is in the dock. */
export function FilterInput({ label, hint, text, onText }: FilterInputProps) {
  return (
    <div className={styles.filter}>
      <Icon name="filter" size={12} />
      <input
        type="search"
        data-filter
        aria-label={label}
        title={hint}
        placeholder="Filter"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onText('')
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-main-stop]')?.focus()
        }}
      />
    </div>
  )
}
