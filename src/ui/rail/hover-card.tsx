import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { hasWork } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { verbPast } from '#ui/kit/changes/change-words.ts'
import { ChangeSummary } from '#ui/kit/text.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { isWriteOf } from '#ui/model/selection.ts'
import { clockText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { deliveryText, railDeliveries } from './deliveries-store.ts'
import styles from './hover-card.module.css'
import { writerName } from '#ui/model/actor-name.ts'

/** The position of the rail in the window, in pixels. */
export interface RailEdges {
  readonly left: number
  /** Distance of its top from the bottom of the window. */
  readonly bottom: number
}

interface HoverCardProps {
  readonly row: RevisionRow
  /** Position of the glyph on the rail. */
  readonly x: number
  /** The rail: the card is placed above it and never covers it. */
  readonly rail: RailEdges
}

/** Distance of the card from the sides of the window, in pixels; as in the stylesheet. */
const sideMargin = 8

/** Reports whether a single key of a sheet, such as that of the fork, works now. */
const hasKey = (lab: Lab, key: string): boolean =>
  lab.parts.sheets.some(({ commands = [] }) =>
    commands.some(({ keys, when }) => keys.includes(key) && (when === undefined || when(lab))),
  )

/** Describes one write above its glyph. The slider's value text has the same content for screen readers. */
export function HoverCard({ row, x, rail }: HoverCardProps) {
  const lab = useLab()
  const you = useStore(lab.actor, (state) => state.name)
  const isOfSelected = useStore(lab.selection, ({ object }) => object !== null && isWriteOf(row, object))
  const delivered = deliveryText(useStore(railDeliveries(lab)).of(row))
  const mayFork = hasKey(lab, 'f')
  return (
    <div className={styles.place} style={{ bottom: rail.bottom + 6 }} aria-hidden="true">
      {/* Gives way where the card would not fit, so that nothing has to be measured while the pointer moves. */}
      <i style={{ flexBasis: rail.left + x - 24 - sideMargin }} />
      <div className={styles.card}>
        <p className={styles.line}>
          <MiniGlyph mark={markOf(row, you)} k={0.9} rings box={18} />
          <b>{row.revision}</b>
          <span className={styles.what}>
            {writerName(row)} {verbPast(row)} {row.kind} <b>{row.name}</b>
          </span>
          <time>{clockText(row.timeMs)}</time>
        </p>
        <p className={styles.line}>
          <span className={styles.change}>
            <ChangeSummary row={row} />
          </span>
          <span className={styles.right}>
            {delivered === '' ? row.namespace !== '' && `in ${row.namespace}` : delivered}
          </span>
        </p>
        <p className={styles.keys}>
          {hasWork(lab, 'diff') && (
            <span>
              <kbd>d</kbd> diff
            </span>
          )}
          <span>
            <kbd>t</kbd> travel
          </span>
          {mayFork && (
            <span>
              <kbd>f</kbd> fork
            </span>
          )}
          {isOfSelected && (
            <span>
              <kbd>⇧[</kbd> previous write of {row.name}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
