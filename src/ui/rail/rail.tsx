import { useStore } from 'zustand'
import { returnToLive, stepBy } from '#ui/lab/actions.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { verbPast } from '#ui/kit/changes/change-words.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { clockText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { RailPlot } from './plot.tsx'
import { VerticalRail } from './vertical.tsx'
import { zoomToFit } from './zoom-store.ts'
import styles from './rail.module.css'
import { actorName } from '#ui/model/actor-name.ts'

/** The revision at the cursor and its writer. */
function RailCap() {
  const { cluster, cursor, actor } = useLab()
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
          {isUnwritten ? 'Not written' : at === null ? 'Live' : 'Past'}
          {row !== undefined && !isUnwritten && <small>{clockText(row.timeMs)}</small>}
        </span>
      </div>
      {row !== undefined && !isUnwritten && (
        <p>
          <MiniGlyph mark={markOf(row, you)} k={0.8} />
          <span>
            <b>{actorName(row.actor)}</b> {verbPast(row)} {row.name}
          </span>
        </p>
      )}
    </div>
  )
}

/** Step buttons, the kept range and the legend; in the past also the button back to Live. */
function RailEnd() {
  const lab = useLab()
  const at = useStore(lab.cursor, (state) => state.at)
  const kept = useStore(lab.cluster, (state) => state.rows.length)
  if (at !== null) {
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
      <Button
        look="ghost"
        size="small"
        className={classes(styles.wide, styles.legend)}
        onClick={() => lab.overlay.open('keys')}
      >
        Legend <kbd>?</kbd>
      </Button>
    </div>
  )
}

/** The revision rail, visible in every room. */
export function Rail() {
  const at = useStore(useLab().cursor, (state) => state.at)
  const isVertical = useNarrow(600)
  return (
    <section
      aria-label="Revision rail"
      data-region="rail"
      className={classes(styles.rail, at !== null && styles.isPast)}
    >
      <RailCap />
      {isVertical ? <VerticalRail /> : <RailPlot />}
      <RailEnd />
    </section>
  )
}
