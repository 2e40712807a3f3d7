import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { chooseRevision, askExpire, openDiff, rowAt } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import type { ListView } from '#ui/kit/lists/follow-top.ts'
import { GrowingTable } from '#ui/kit/lists/growing-table.tsx'
import type { RowList } from '#ui/kit/lists/row-list.ts'
import type { WindowedHandle } from '#ui/kit/lists/windowed.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { DockPanel } from '#ui/lab/part.ts'
import { FilterInput } from '#ui/kit/filter-input.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { filterRows } from './filter-rows.ts'
import { type LaneRow, laneRows } from './lane-rows.ts'
import { OtherRow, Row } from './revision-row.tsx'
import { revisionsStore } from './store.ts'
import styles from './revisions.module.css'

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
          <b>Nothing has been written yet.</b>
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

/** Lists all kept writes, newest first: the rail as a table. */
function Body() {
  const lab = useLab()
  const all = useStore(lab.cluster, (state) => state.rows)
  const other = useStore(railLanes(lab), (state) => state.other)
  const { text, isSelectedOnly, lane } = useStore(revisionsStore(lab))
  const object = useStore(lab.selection, (state) => (isSelectedOnly ? state.object : null))
  const rows = useMemo(
    () =>
      laneRows(
        {
          own: filterRows(all, { text, object }),
          other: () => filterRows(other?.rows ?? [], { text, object }),
          forkedAt: other?.forkedAt ?? 0,
        },
        other === null ? 'here' : lane,
      ),
    [all, other, text, object, lane],
  )
  const density = useStore(lab.layout, (state) => state.density)
  const isTwoLines = useNarrow(600)
  const list = useRef<WindowedHandle>(null)
  if (rows.length === 0) return <Empty />
  const otherTitle = other === null ? '' : other.own === 'branch' ? other.liveTitle : other.branchTitle
  return (
    <>
      <RevealChosen rows={rows} list={list} />
      <GrowingTable
        label="Revisions, newest first"
        idPrefix="revision"
        numbersRows
        reusesRows
        heads={columnHeads}
        rows={rows}
        rowHeight={isTwoLines ? 40 : density === 'roomy' ? 32 : 28}
        open={({ row, isOther }) => (isOther ? railLanes(lab).getState().compare() : openDiff(lab, row))}
        choose={({ row, isOther }) => (isOther ? undefined : chooseRevision(lab, row))}
        row={({ row, isOther }, _index, isActive) =>
          isOther ? <OtherRow {...{ row, isActive, title: otherTitle }} /> : <Row {...{ row, isActive }} />
        }
        list={list}
      />
    </>
  )
}

/** While the cursor is dragged, the table scrolls as often as the objects change. [PF3] */
const REVEAL_MS_MIN = 100

interface RevealChosenProps {
  readonly rows: RowList<LaneRow>
  readonly list: RefObject<WindowedHandle | null>
}

/**
 * Scrolls a revision that was selected elsewhere, or the one at the cursor, into view. When the page returns to Live,
 * the table goes back to the place where it was before. A component of its own, so that a step of the cursor does not draw
 * the table. [DOC6]
 */
function RevealChosen({ rows, list }: RevealChosenProps) {
  const lab = useLab()
  const chosen = useStore(lab.selection, (state) => state.revision)
  const at = useStore(lab.cursor, (state) => state.at)
  const wanted = at ?? chosen
  const isPast = at !== null
  const live = useRef<ListView | null>(null)
  const revealedMs = useRef(-Infinity)
  // The three effects run in this order: the place is saved before a revision is revealed, and restored after it.
  useEffect(() => {
    if (isPast) live.current = list.current?.place() ?? null
  }, [isPast, list])
  useEffect(() => {
    if (wanted === null || rowAt(lab, wanted) === undefined) return undefined
    const reveal = (): void => {
      revealedMs.current = performance.now()
      const index = rows.indexOf(wanted)
      if (index >= 0) list.current?.reveal(index)
    }
    const waitMs = revealedMs.current + REVEAL_MS_MIN - performance.now()
    if (waitMs <= 0) return reveal()
    const waiting = setTimeout(reveal, waitMs)
    return () => clearTimeout(waiting)
    // Only when the target changes: a new write must not scroll the table under the pointer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted])
  useEffect(() => {
    if (isPast || live.current === null) return
    list.current?.restore(live.current)
    live.current = null
  }, [isPast, list])
  return null
}

/** Chooses whose writes are listed, while there is a second lane. */
function LaneChoice() {
  const lab = useLab()
  const store = revisionsStore(lab)
  const lane = useStore(store, (state) => state.lane)
  const own = useStore(railLanes(lab), ({ other }) => other?.own)
  if (own === undefined) return null
  const [here, there] = own === 'branch' ? ['This branch', 'Live'] : ['Live', 'Branch']
  return (
    <Segments
      label="Whose writes"
      choices={[
        { value: 'here', label: here },
        { value: 'there', label: there },
        { value: 'both', label: 'Both' },
      ]}
      value={lane}
      onChange={(value) => store.setLane(value === 'there' || value === 'both' ? value : 'here')}
    />
  )
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
      <LaneChoice />
      {(text !== '' || isSelectedOnly) && (
        <Button look="ghost" size="small" onClick={() => store.clear()}>
          All writes
        </Button>
      )}
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
