import { memo, useDeferredValue } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { chooseRevision, hasWork, openDiff, travelTo } from '#ui/lab/actions.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { ChangeSummary } from '#ui/kit/text.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { bytesText, clockText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { LongName } from '#ui/kit/long-name.tsx'
import { writerName } from '#ui/model/actor-name.ts'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import styles from './revisions.module.css'

interface RowProps {
  readonly row: RevisionRow
  readonly isActive: boolean
}

/** Returns the state of a row: selected, hovered, after the cursor. */
function useRowState(revision: number) {
  const lab = useLab()
  const isChosen = useStore(lab.selection, (state) => state.revision === revision)
  const isHovered = useStore(lab.selection, (state) => state.hovered === revision)
  // In the next frame: a step into the past changes all rows, beside the rest of the page. [PF5]
  const isAhead = useDeferredValue(useStore(lab.cursor, ({ at }) => at !== null && revision > at))
  const you = useStore(lab.actor, (state) => state.name)
  return { lab, isChosen, isHovered, isAhead, you }
}

/** One write of the cluster that the page shows. */
export const Row = memo(function Row({ row, isActive }: RowProps) {
  const { lab, isChosen, isHovered, isAhead, you } = useRowState(row.revision)
  return (
    // The table handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      aria-selected={isChosen}
      data-revision={row.revision}
      className={classes(
        styles.row,
        isActive && styles.isActive,
        isHovered && styles.isHovered,
        isChosen && styles.isChosen,
        isAhead && styles.isAhead,
      )}
      onClick={() => openDiff(lab, row)}
      onPointerEnter={() => lab.selection.hover(row.revision)}
      // The element may have got another write under a pointer that rested.
      onPointerMove={() => {
        if (lab.selection.getState().hovered !== row.revision) lab.selection.hover(row.revision)
      }}
      onPointerLeave={() => lab.selection.hover(null)}
    >
      <Cells row={row} isAhead={isAhead} you={you} />
    </div>
  )
})

interface OtherRowProps extends RowProps {
  /** The cluster or branch that has this write. */
  readonly title: string
}

/** A write of the other lane: this page cannot show its version, so that it can only be compared. */
export const OtherRow = memo(function OtherRow({ row, isActive, title }: OtherRowProps) {
  const you = useStore(useLab().actor, (state) => state.name)
  return (
    <div
      role="row"
      tabIndex={-1}
      data-other-revision={row.revision}
      className={classes(styles.row, styles.isOther, isActive && styles.isActive)}
    >
      <Cells row={row} isAhead you={you} lane={title} />
    </div>
  )
})

interface CellsProps {
  readonly row: RevisionRow
  /** Draws the write hollow: it is after the cursor, or in the other lane. */
  readonly isAhead: boolean
  readonly you: string
  /** The title of the other lane, for its writes. */
  readonly lane?: string
}

/** The content of a row. A new write moves all rows down by one; their content stays as it is drawn. [PF5] */
const Cells = memo(function Cells({ row, isAhead, you, lane }: CellsProps) {
  return (
    <>
      <span role="gridcell" className={styles.revision}>
        {row.revision}
        {lane !== undefined && <span className="visually-hidden"> on {lane}</span>}
      </span>
      <span role="gridcell" className={styles.glyph} aria-label={row.verb}>
        <MiniGlyph mark={markOf(row, you)} k={0.9} rings box={18} hollow={isAhead} />
      </span>
      <span role="gridcell" className={styles.time}>
        {clockText(row.timeMs)}
      </span>
      <span role="gridcell" className={styles.actor} title={`${row.actor}, by ${row.manager}`}>
        {writerName(row)}
      </span>
      <span role="gridcell" className={styles.verb} style={isAhead ? undefined : { color: `var(--verb-${row.verb})` }}>
        {row.verb}
      </span>
      <span role="gridcell" className={styles.object} title={`${row.namespace}/${row.name}`}>
        <span className={styles.kind}>{row.kind}</span> <LongName name={row.name} className={styles.name} />
      </span>
      <span role="gridcell">
        <ChangeSummary row={row} />
        <span className={styles.second}>
          {writerName(row)} · {row.verb} · {row.name}
        </span>
      </span>
      <span role="gridcell" className={styles.size}>
        {bytesText(row.bytes)}
      </span>
      {lane === undefined ? <Actions row={row} /> : <OtherActions title={lane} />}
    </>
  )
})

function Actions({ row }: { readonly row: RevisionRow }) {
  const lab = useLab()
  return (
    <span role="gridcell" className={styles.actions}>
      {hasWork(lab, 'diff') && (
        <Button
          look="ghost"
          size="small"
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation()
            openDiff(lab, row)
          }}
        >
          Diff <kbd>d</kbd>
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation()
          chooseRevision(lab, row)
          travelTo(lab, row.revision)
        }}
      >
        Go <kbd>t</kbd>
      </Button>
    </span>
  )
}

function OtherActions({ title }: { readonly title: string }) {
  const lanes = railLanes(useLab())
  return (
    <span role="gridcell" className={styles.otherActions}>
      <small title={`Written on ${title}`}>{title}</small>
      <Button look="ghost" size="small" tabIndex={-1} onClick={() => lanes.getState().compare()}>
        Compare
      </Button>
    </span>
  )
}
