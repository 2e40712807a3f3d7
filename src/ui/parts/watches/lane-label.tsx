import { classes } from '#ui/kit/button.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import type { LaneWords } from './lane-words.ts'
import styles from './watches.module.css'

const tailMax = 12

/** The length of the name of the resource, which stands at the end and is kept whole where it fits. */
const tailOf = (detail: string): number =>
  Math.min(tailMax, detail.length - Math.max(...['/', ' '].map((end) => detail.lastIndexOf(end))) - 1)

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
          <LongName name={words.detail} tail={tailOf(words.detail)} />
        </code>
      </span>
    </div>
  )
}
