import { memo, type ReactNode } from 'react'
import type { RevisionRow } from '#facts/fact.ts'
import { kindHue } from './kind-hue.ts'
import { classes } from './button.tsx'
import { changeWords } from './changes/change-words.ts'
import { shortChange } from './changes/short-difference.ts'
import styles from './text.module.css'

interface PillProps {
  readonly tone?: 'quiet' | 'live' | 'past' | 'refused'
  readonly children: ReactNode
}

/** A state in a word or sentence, coloured by its tone. */
export function Pill({ tone = 'quiet', children }: PillProps) {
  return <span className={classes(styles.pill, tone !== 'quiet' && styles[tone])}>{children}</span>
}

/** The small square in a kind's hue. Always used next to text. */
export const KindSquare = memo(function KindSquare({
  kind,
  group,
}: {
  readonly kind: string
  readonly group?: string | undefined
}) {
  return <i className={styles.square} style={{ background: kindHue(kind, group) }} />
})

/** A kind with its square. */
export function KindTag({ kind, group }: { readonly kind: string; readonly group?: string }) {
  return (
    <span className={styles.kind}>
      <KindSquare kind={kind} group={group} />
      {kind}
    </span>
  )
}

/** The letter of a field manager in its hue; the title is the full name. */
export const OwnerLetter = memo(function OwnerLetter({
  letter,
  hue,
  name,
}: {
  readonly letter: string
  readonly hue: string
  readonly name: string
}) {
  return (
    <span className={styles.owner} style={{ ['--owner' as string]: hue }} title={name}>
      <span aria-hidden="true">{letter}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  )
})

/** One line that summarizes what a write changed: `spec.replicas 3 → 5`, or the number of fields. */
export const ChangeSummary = memo(function ChangeSummary({ row }: { readonly row: RevisionRow }) {
  const words = changeWords(row)
  if (words.type === 'words') return <span className={styles.quiet}>{words.text}</span>
  const [before, after] = shortChange(words.before, words.after)
  return (
    <>
      <code>{words.path}</code>{' '}
      {words.before !== '' && (
        <>
          <del title={words.before}>{before}</del>
          <span className={styles.arrow} role="img" aria-label="to">
            →
          </span>
        </>
      )}
      <ins title={words.after}>{after}</ins>
      {words.more > 0 && <span className={styles.quiet}> and {words.more} more</span>}
    </>
  )
})
