import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import styles from './files.module.css'

interface FileButtonProps {
  readonly name: string
  readonly isOpen: boolean
  readonly errors?: number
  /** A word behind the name of a text without problems, such as `draft`. */
  readonly mark?: string | undefined
  readonly title?: string
  readonly onOpen: () => void
}

/** A row of the list of files, policies and schemas: it opens the text of that name. */
export const FileButton = ({ name, isOpen, errors = 0, mark, title, onOpen }: FileButtonProps) => (
  <button
    type="button"
    className={classes(styles.file, isOpen && styles.isOpen)}
    aria-current={isOpen ? 'true' : undefined}
    data-main-stop={isOpen ? '' : undefined}
    title={title}
    onClick={onOpen}
  >
    <Icon name="file" size={14} />
    <span className={styles.name}>{name}</span>
    {errors > 0 ? (
      <span className={styles.bad}>
        {errors}
        <span className="visually-hidden"> {errors === 1 ? 'problem' : 'problems'}, draft</span>
      </span>
    ) : (
      mark !== undefined && <span className={styles.mark}>{mark}</span>
    )}
  </button>
)
