import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { bytesText, countText, cutMiddle } from '#ui/model/words.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { awaitedRows } from './lane-rows.ts'
import { LanePlot } from './lane-plot.tsx'
import type { Lanes } from './lanes-store.ts'
import type { Lane } from './lanes-state.ts'
import styles from './watches.module.css'

interface LaneRowProps {
  readonly lane: Lane
  readonly lanes: Lanes
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

/** A lane: its user, its events and its state. */
export function LaneRow({ lane, lanes, scale, rows }: LaneRowProps) {
  const selectors = [lane.spec.labelSelector, lane.spec.fieldSelector].filter((text) => text !== '').join(' · ')
  return (
    <li className={styles.lane} data-testid="lane" data-state={lane.state}>
      <div className={styles.label}>
        <span
          className={classes(
            styles.letter,
            lane.state === 'open' && styles.isOpen,
            lane.status !== null && styles.isRefused,
          )}
        >
          {lane.letter}
        </span>
        <span className={styles.names}>
          <b title={lane.spec.name}>{lane.spec.name}</b>
          <code title={`${lane.spec.path} ${selectors}`}>
            {cutMiddle(lane.spec.path.replace(/^\/apis?\//, ''), 26)}
          </code>
        </span>
      </div>
      <div className={styles.middle}>
        <LanePlot lane={lane} scale={scale} rows={rows} />
        {lane.status !== null && (
          <p className={styles.status} role="status">
            <b>
              {lane.status.code} {lane.status.reason}
            </b>{' '}
            {lane.status.message}
          </p>
        )}
      </div>
      <LaneEnd lane={lane} lanes={lanes} rows={rows} />
    </li>
  )
}

function standing(lane: Lane, rows: readonly RevisionRow[]): string {
  if (lane.state === 'open') return 'current'
  if (lane.state === 'opening') return 'opening'
  const awaited = awaitedRows(lane, rows).length
  return awaited > 0 ? `${lane.state}, ${awaited} behind` : lane.state
}

function LaneEnd({
  lane,
  lanes,
  rows,
}: {
  readonly lane: Lane
  readonly lanes: Lanes
  readonly rows: readonly RevisionRow[]
}) {
  return (
    <div className={styles.end}>
      <span className={styles.stats}>
        <span title={countText(lane.eventCount, 'event')}>
          <b>{lane.eventCount}</b> ev · {bytesText(lane.bytes)}
        </span>
        <span>{standing(lane, rows)}</span>
      </span>
      {lane.state === 'open' || lane.state === 'opening' ? (
        <Button size="small" onClick={() => lanes.cut(lane.id)} data-testid="lane-cut">
          Cut
        </Button>
      ) : lane.state === 'expired' || lane.state === 'refused' ? (
        <Button size="small" onClick={() => lanes.listAgain(lane.id)} data-testid="lane-list-again">
          List again
        </Button>
      ) : (
        <Button size="small" onClick={() => lanes.resume(lane.id)} data-testid="lane-resume">
          Resume
        </Button>
      )}
      <IconButton
        icon="x"
        size="small"
        iconSize={12}
        label={`Close watch ${lane.letter}`}
        onClick={() => lanes.close(lane.id)}
      />
    </div>
  )
}
