import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { CellSign } from './cell-words.ts'
import styles from './side.module.css'

/** Each sign has a distinct shape; the hue only repeats the meaning. */
export function CellSignMark({ sign }: { readonly sign: CellSign }) {
  switch (sign) {
    case 'allowed':
      return (
        <span className={styles.yes} aria-hidden="true">
          <Icon name="check" size={14} />
        </span>
      )
    case 'some-names':
      return <i className={styles.half} aria-hidden="true" />
    case 'webhook-allows':
    case 'webhook-denies':
      return (
        <span className={classes(styles.hook, sign === 'webhook-denies' && styles.denies)} aria-hidden="true">
          W
        </span>
      )
    case 'failed':
      return (
        <span className={styles.error} aria-hidden="true">
          !
        </span>
      )
    case 'denied':
      return (
        <span className={styles.error} aria-hidden="true">
          <Icon name="x" size={14} />
        </span>
      )
    case 'no-rule':
      return <i className={styles.none} aria-hidden="true" />
  }
}
