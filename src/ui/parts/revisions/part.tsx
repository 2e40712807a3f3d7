import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { RevisionRow } from '#facts/fact.ts'
import { chooseRevision, askExpire, hasWork, openDiff, rowAt, travelTo } from '#ui/lab/actions.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { ChangeSummary } from '#ui/kit/text.tsx'
import type { ListView } from '#ui/kit/lists/follow-top.ts'
import { GrowingTable } from '#ui/kit/lists/growing-table.tsx'
import type { WindowedHandle } from '#ui/kit/lists/windowed.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { bytesText, clockText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { FilterInput } from '#ui/kit/filter-input.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import { filterRows } from './filter-rows.ts'
import { revisionsStore } from './store.ts'
import styles from './revisions.module.css'
import { actorName } from '#ui/model/actor-name.ts'

interface RowProps {
  readonly row: RevisionRow
  readonly index: number
  readonly isActive: boolean
}

/** Returns the state of a row: selected, hovered, after the cursor. */
function useRowState(revision: number) {
  const lab = useLab()
  const isChosen = useStore(lab.selection, (state) => state.revision === revision)
  const isHovered = useStore(lab.selection, (state) => state.hovered === revision)
  const isAhead = useStore(lab.cursor, ({ at }) => at !== null && revision > at)
  const you = useStore(lab.actor, (state) => state.name)
  return { lab, isChosen, isHovered, isAhead, you }
}

const Row = memo(function Row({ row, index, isActive }: RowProps) {
  const { lab, isChosen, isHovered, isAhead, you } = useRowState(row.revision)
  return (
    // The table handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      id={`revision-${index}`}
      aria-rowindex={index + 2}
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
      onPointerLeave={() => lab.selection.hover(null)}
    >
      <Cells row={row} isAhead={isAhead} you={you} />
    </div>
  )
})

interface CellsProps {
  readonly row: RevisionRow
  readonly isAhead: boolean
  readonly you: string
}

/** The content of a row. A new write moves all rows down by one; their content stays as it is drawn. [PF5] */
const Cells = memo(function Cells({ row, isAhead, you }: CellsProps) {
  return (
    <>
      <span role="gridcell" className={styles.revision}>
        {row.revision}
      </span>
      <span role="gridcell" className={styles.glyph} aria-label={row.verb}>
        <MiniGlyph mark={markOf(row, you)} k={0.9} rings box={18} hollow={isAhead} />
      </span>
      <span role="gridcell" className={styles.time}>
        {clockText(row.timeMs)}
      </span>
      <span role="gridcell" className={styles.actor} title={`${row.actor}, by ${row.manager}`}>
        {actorName(row.actor)}
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
          {actorName(row.actor)} · {row.verb} · {row.name}
        </span>
      </span>
      <span role="gridcell" className={styles.size}>
        {bytesText(row.bytes)}
      </span>
      <Actions row={row} />
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

function Empty() {
  const lab = useLab()
  const { text, isSelectedOnly } = useStore(revisionsStore(lab))
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  // Before the first read nothing is known, so nothing is claimed.
  const isRead = useStore(lab.cluster, ({ connection, published }) => connection === 'open' || published > 0)
  const isFiltered = text !== '' || isSelectedOnly
  if (!isRead) return null
  return (
    <div className={styles.empty}>
      <p>
        {isFiltered ? (
          <b>No kept write matches the filter.</b>
        ) : compacted === 0 ? (
          <b>Nothing was written yet.</b>
        ) : (
          <>
            <b>No write is kept.</b> History up to {numberText(compacted)} has expired; the objects are not affected.
          </>
        )}
      </p>
      {isFiltered && (
        <Button size="small" onClick={() => revisionsStore(lab).clear()}>
          Show all writes
        </Button>
      )}
    </div>
  )
}

const columnHeads = (
  <div role="row" aria-rowindex={1} className={styles.columns}>
    <span role="columnheader" className={styles.revision}>
      RV
    </span>
    <span role="columnheader" aria-label="Glyph" />
    <span role="columnheader">Time</span>
    <span role="columnheader">Actor</span>
    <span role="columnheader">Verb</span>
    <span role="columnheader">Object</span>
    <span role="columnheader">Change</span>
    <span role="columnheader" className={styles.size}>
      Size
    </span>
    <span role="columnheader" className={styles.tail} aria-label="Actions" />
  </div>
)

const revisionOf = ({ revision }: RevisionRow): number => revision

/** Lists all kept writes, newest first: the rail as a table. */
function Body() {
  const lab = useLab()
  const all = useStore(lab.cluster, (state) => state.rows)
  const { text, isSelectedOnly } = useStore(revisionsStore(lab))
  const object = useStore(lab.selection, (state) => (isSelectedOnly ? state.object : null))
  const rows = useMemo(() => filterRows(all, { text, object }), [all, text, object])
  const density = useStore(lab.layout, (state) => state.density)
  const isTwoLines = useNarrow(600)
  const list = useRef<WindowedHandle>(null)
  useRevealChosen(rows, list)
  if (rows.length === 0) return <Empty />
  return (
    <GrowingTable
      label="Revisions, newest first"
      idPrefix="revision"
      heads={columnHeads}
      rows={rows}
      keyOf={revisionOf}
      rowHeight={isTwoLines ? 40 : density === 'roomy' ? 32 : 28}
      open={(row) => openDiff(lab, row)}
      choose={(row) => chooseRevision(lab, row)}
      row={(row, index, isActive) => <Row key={row.revision} row={row} index={index} isActive={isActive} />}
      list={list}
    />
  )
}

/**
 * Scrolls a revision that was selected elsewhere, or the one at the cursor, into view. When the page returns to Live,
 * the table goes back to the place where it was before. [DOC6]
 */
function useRevealChosen(rows: readonly RevisionRow[], list: RefObject<WindowedHandle | null>): void {
  const lab = useLab()
  const chosen = useStore(lab.selection, (state) => state.revision)
  const at = useStore(lab.cursor, (state) => state.at)
  const wanted = at ?? chosen
  const isPast = at !== null
  const live = useRef<ListView | null>(null)
  // The three effects run in this order: the place is saved before a revision is revealed, and restored after it.
  useEffect(() => {
    if (isPast) live.current = list.current?.place() ?? null
  }, [isPast, list])
  useEffect(() => {
    if (wanted === null || rowAt(lab, wanted) === undefined) return
    const index = rows.findIndex((row) => row.revision === wanted)
    if (index >= 0) list.current?.reveal(index)
    // Only when the target changes: a new write must not scroll the table under the pointer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted])
  useEffect(() => {
    if (isPast || live.current === null) return
    list.current?.restore(live.current)
    live.current = null
  }, [isPast, list])
}

function Tools() {
  const lab = useLab()
  const store = revisionsStore(lab)
  const { text, isSelectedOnly } = useStore(store)
  const object = useStore(lab.selection, (state) => state.object)
  return (
    <>
      <FilterInput
        label="Filter revisions"
        hint="actor:alice verb:patch kind:Deployment ns:shop path:replicas"
        text={text}
        onText={(next) => store.setText(next)}
      />
      {object !== null && (
        <Button
          look={isSelectedOnly ? 'plain' : 'ghost'}
          size="small"
          aria-pressed={isSelectedOnly}
          onClick={() => store.toggleSelectedOnly()}
        >
          <LongName name={object.name} className={styles.only} /> only
        </Button>
      )}
      <Button size="small" onClick={() => askExpire(lab)}>
        Expire history…
      </Button>
    </>
  )
}

/** The dock tab of the log of writes. */
export const revisionsPanel: DockPanel = {
  id: 'revisions',
  title: 'Revisions',
  useCount: () => useStore(useLab().cluster, (state) => state.published),
  Tools,
  Body,
}
