import { memo } from 'react'
import { classes } from './button.tsx'
import styles from './long-name.module.css'

/** The shortest length at which a name is cut: shorter names fit nearly everywhere. */
const lengthMin = 20
const tailLength = 12

interface LongNameProps {
  readonly name: string
  readonly className?: string | undefined
  /** The number of characters at the end that are always shown. */
  readonly tail?: number
}

/**
 * A name on one line. One that does not fit loses its middle, because long names mostly differ at their ends: a hash, a
 * number, a suffix. The title is the whole name. [UI24]
 */
export const LongName = memo(function LongName({ name, className, tail = tailLength }: LongNameProps) {
  if (name.length <= Math.max(lengthMin, tail)) return <span className={classes(styles.whole, className)}>{name}</span>
  return (
    <span className={classes(styles.cut, className)} title={name}>
      <span>{name.slice(0, -tail)}</span>
      <span>{name.slice(-tail)}</span>
    </span>
  )
})
