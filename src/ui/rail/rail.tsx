import { memo } from 'react'
import { useStore } from 'zustand'
import { returnToLive, stepBy } from '#ui/lab/actions.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { verbPast } from '#ui/kit/changes/change-words.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { later } from '#ui/kit/later.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { clockText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { RailPlot } from './plot.tsx'
import { LaneNames } from '#ui/rail/lanes/lane-names.tsx'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { zoomToFit } from './zoom-store.ts'
import styles from './rail.module.css'
import { writerName } from '#ui/model/actor-name.ts'

const VerticalRail = later(async () => (await import('./vertical.tsx')).VerticalRail)

/** The kind of number in the cap: a revision that is not written, of the past, of a branch, or the newest one. */
const WhereWord = memo(function WhereWord({ isUnwritten }: { readonly isUnwritten: boolean }) {
  const lab = useLab()
  const isPast = useStore(lab.cursor, ({ at }) => at !== null)
  const isBranch = useStore(railLanes(lab), ({ other }) => other?.own === 'branch')
  if (isUnwritten) return 'Not written'
  if (isPast) return 'Past'
  return isBranch ? <span className={styles.branch}>Branch</span> : 'Live'
})

/** The revision at the cursor and its writer. */
function RailCap() {
  const lab = useLab()
  const { cluster, cursor, actor } = lab
  const { other } = useStore(railLanes(lab))
  const at = useStore(cursor, (state) => state.at)
  const you = useStore(actor, (state) => state.name)
  const published = useStore(cluster, (state) => state.published)
  const row = useStore(cluster, ({ rows }) => rows[at === null ? rows.length - 1 : lastIndexAt(rows, at)])
  const isUnwritten = at !== null && at > published
  const text = numberText(at ?? published)
  return (
    <div className={styles.cap}>
      <div className={styles.now}>
        <b data-long={text.length > 5 ? '' : undefined}>{text}</b>
        <span>
          <WhereWord isUnwritten={isUnwritten} />
          {row !== undefined && !isUnwritten && <small>{clockText(row.timeMs)}</small>}
        </span>
      </div>
      {row !== undefined && !isUnwritten && (
        <p>
          <MiniGlyph mark={markOf(row, you)} k={0.8} />
          <span>
            <b>{writerName(row)}</b> {verbPast(row)} {row.name}
          </span>
        </p>
      )}
      {other !== null && (
        <p>
          <span className={styles.beside}>
            <b data-lane={other.own === 'branch' ? 'live' : 'branch'}>{numberText(other.published)}</b>{' '}
            {other.own === 'branch' ? 'live' : 'on the branch'}
          </span>
        </p>
      )}
    </div>
  )
}

/** The way from a branch back to its cluster, the comparison, and the legend. */
function BranchEnd() {
  const lab = useLab()
  const { other, open, compare } = useStore(railLanes(lab))
  return (
    <div className={styles.end}>
      <Button look="live" size="small" title={`Show ${other?.liveTitle ?? ''}`} onClick={() => open()}>
        <span className={styles.wide}>Return to Live</span>
        <span className={styles.brief}>Live</span>
      </Button>
      <Button size="small" aria-label={`Compare with ${other?.liveTitle ?? 'its cluster'}`} onClick={compare}>
        Compare
      </Button>
      <LegendButton />
    </div>
  )
}

const LegendButton = memo(function LegendButton() {
  const lab = useLab()
  return (
    <Button
      look="ghost"
      size="small"
      className={classes(styles.wide, styles.legend)}
      onClick={() => lab.overlay.open('keys')}
    >
      Legend <kbd>?</kbd>
    </Button>
  )
})

/** Step buttons, the kept range and the legend; in the past also the button back to Live. */
function RailEnd() {
  const lab = useLab()
  const isPast = useStore(lab.cursor, ({ at }) => at !== null)
  const kept = useStore(lab.cluster, (state) => state.rows.length)
  const isBranch = useStore(railLanes(lab), ({ other }) => other?.own === 'branch')
  if (isPast) {
    return (
      <div className={styles.end}>
        <Button look="live" size="small" onClick={() => returnToLive(lab)} aria-keyshortcuts="End">
          <span className={styles.wide}>Return to Live</span>
          <span className={styles.brief}>Live</span>
          <kbd className={styles.wide}>End</kbd>
        </Button>
        <div className={styles.steps} role="group" aria-label="Rail">
          <IconButton icon="left" label="Previous revision" size="small" onClick={() => stepBy(lab, -1)} />
          <IconButton icon="right" label="Next revision" size="small" onClick={() => stepBy(lab, 1)} />
        </div>
      </div>
    )
  }
  if (isBranch) return <BranchEnd />
  return (
    <div className={styles.end}>
      <div className={styles.steps} role="group" aria-label="Rail">
        <IconButton
          icon="left"
          label="Previous revision"
          size="small"
          disabled={kept === 0}
          onClick={() => stepBy(lab, -1)}
        />
        <IconButton icon="right" label="Next revision" size="small" disabled />
        <Button
          look="ghost"
          size="small"
          className={styles.wide}
          title="Show all kept revisions"
          onClick={() => zoomToFit(lab)}
        >
          {numberText(kept)} kept
        </Button>
      </div>
      <LegendButton />
    </div>
  )
}

/** The revision rail, visible in every room. A bare one has the plot only: cells and the stage say the revision elsewhere. */
export function Rail({ isBare = false }: { readonly isBare?: boolean }) {
  const isPast = useStore(useLab().cursor, ({ at }) => at !== null)
  const isVertical = useNarrow(600)
  return (
    <section
      aria-label="Revision rail"
      data-region="rail"
      className={classes(styles.rail, isBare && styles.bare, isPast && styles.isPast)}
    >
      {!isBare && <RailCap />}
      {isVertical ? <VerticalRail /> : <RailPlot />}
      {!isBare && <RailEnd />}
      {!isBare && !isVertical && <LaneNames />}
    </section>
  )
}
