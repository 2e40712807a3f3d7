import { classes } from '#ui/kit/button.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import type { LaneWords } from './lane-words.ts'
import styles from './watches.module.css'

/** The end of the collection's name, which tells lanes with the same beginning apart. */
const tailLength = 7

interface LaneLabelProps {
  readonly letter: string
  readonly words: LaneWords
  readonly tone: 'open' | 'refused' | 'quiet'
}

/** Names a lane, under the letter of its flag on the rail. */
export function LaneLabel({ letter, words, tone }: LaneLabelProps) {
  return (
    <div className={styles.label} title={words.full}>
      <span
        className={classes(styles.letter, tone === 'open' && styles.isOpen, tone === 'refused' && styles.isRefused)}
      >
        {letter}
      </span>
      <span className={styles.names}>
        <b>{words.title}</b>
        <code>
          <LongName name={words.detail} tail={tailLength} />
        </code>
      </span>
    </div>
  )
}
