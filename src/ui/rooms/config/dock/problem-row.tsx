import type { ReactNode } from 'react'
import { Button, classes } from '#ui/kit/button.tsx'
import styles from './dock.module.css'

interface ProblemRowProps<Fix extends { readonly title: string }> {
  readonly problem: {
    readonly severity: string
    readonly path: string
    readonly message: string
    readonly start: { readonly line: number; readonly column: number }
  }
  readonly isChosen: boolean
  readonly choose: () => void
  /** Explains the problem below its message. */
  readonly note: ReactNode
  readonly fixes: readonly Fix[]
  readonly apply: (fix: Fix) => void
}

/** A problem with its place, an explanation and its quick fixes. */
export function ProblemRow<Fix extends { readonly title: string }>(props: ProblemRowProps<Fix>) {
  const { problem, isChosen, choose, note, fixes, apply } = props
  const { severity, path, message, start } = problem
  return (
    <li className={classes(styles.problem, isChosen && styles.isChosen)}>
      <button type="button" className={styles.choose} onClick={choose}>
        <i className={severity === 'error' ? styles.error : styles.warning} aria-hidden="true" />
        <span>
          <span className="visually-hidden">{severity}: </span>
          {path !== '' && (
            <>
              <code>{path}</code>:{' '}
            </>
          )}
          {message}
        </span>
        <span className={styles.place}>
          <span className="visually-hidden">line </span>
          {start.line}:{start.column}
        </span>
      </button>
      <p className={styles.rule}>
        {note}
        {fixes.map((fix) => (
          <Button key={fix.title} size="small" onClick={() => apply(fix)}>
            {fix.title}
          </Button>
        ))}
      </p>
    </li>
  )
}
