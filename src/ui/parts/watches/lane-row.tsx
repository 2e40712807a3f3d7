import { memo, useMemo, useRef } from 'react'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { bytesText, countText, numberText } from '#ui/model/words.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { LaneLabel } from './lane-label.tsx'
import { LaneMenu } from './lane-menu.tsx'
import { lanePicture } from './lane-picture.ts'
import { type LaneAxis, LanePlot } from './lane-plot.tsx'
import { isBehind, readUpTo } from './lane-rows.ts'
import { laneWords } from './lane-words.ts'
import { useInView } from './use-in-view.ts'
import type { Lanes } from './lanes-store.ts'
import type { Lane } from './lanes-state.ts'
import menuStyles from './lane-menu.module.css'
import styles from './watches.module.css'

interface LaneRowProps {
  readonly lane: Lane
  readonly lanes: Lanes
  readonly axis: LaneAxis
}

/** A lane: its user, its events and its state. Only lanes in view draw their events. */
export const LaneRow = memo(function LaneRow({ lane, lanes, axis }: LaneRowProps) {
  const { rows, scale } = axis
  const row = useRef<HTMLLIElement>(null)
  const isInView = useInView(row)
  const picture = useMemo(() => (isInView ? lanePicture(lane, { rows, scale }) : null), [isInView, lane, rows, scale])
  const tone = lane.status !== null ? 'refused' : lane.state === 'open' ? 'open' : 'quiet'
  return (
    <li ref={row} className={styles.lane} data-testid="lane" data-state={lane.state} data-pace={lane.pace}>
      <LaneLabel letter={lane.letter} words={laneWords(lane.spec)} tone={tone} />
      <div className={styles.middle}>
        {picture !== null && (
          <LanePlot picture={picture} axis={axis} isOpen={lane.state === 'open'} isExpired={lane.state === 'expired'} />
        )}
        {lane.status !== null && (
          <p
            className={styles.status}
            role="status"
            style={{ left: Math.max(8, scale.first === 0 ? scale.gone + 4 : 8) }}
            title={lane.status.message}
          >
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
})

/** Returns how far an interrupted or slow lane is behind, in revisions, as its flag on the rail counts them. */
function behindText(lane: Lane, rows: readonly RevisionRow[]): string {
  const known = readUpTo(lane)
  if (lane.state === 'opening' || lane.status !== null || known === 0) return ''
  if (lane.state === 'open' && !isBehind(lane, rows)) return ''
  const behind = (rows.at(-1)?.revision ?? 0) - known
  return behind > 0 ? `${numberText(behind)} behind` : ''
}

const paceWords = { slow: '1 per s', frozen: 'frozen' } as const

/** Returns the state of a lane in a word or two. */
const standingText = ({ state, discarded }: Lane): string =>
  discarded > 0 ? `${discarded} B torn` : state === 'open' ? 'current' : state

interface LaneEndProps extends Omit<LaneRowProps, 'axis'> {
  readonly rows: readonly RevisionRow[]
}

function LaneEnd({ lane, lanes, rows }: LaneEndProps) {
  const size = bytesText(lane.bytes)
  const behind = behindText(lane, rows)
  const isOpen = lane.state === 'open'
  const torn = lane.discarded === 0 ? '' : `, the connection broke in an event: ${lane.discarded} bytes are discarded`
  return (
    <div className={styles.end}>
      <span
        className={styles.stats}
        title={[countText(lane.eventCount, 'event'), size, behind].filter((words) => words !== '').join(', ') + torn}
      >
        <b>{numberText(lane.eventCount)}</b> ev ·{' '}
        {isOpen && lane.pace !== 'full' ? paceWords[lane.pace] : behind === '' ? size : behind}
      </span>
      {lane.status === null && (behind === '' || torn !== '') && (
        <span className={classes(styles.standing, isOpen && menuStyles.current)}>{standingText(lane)}</span>
      )}
      <span className={styles.actions}>
        {isOpen && <LaneMenu id={lane.id} letter={lane.letter} pace={lane.pace} lanes={lanes} />}
        <LaneAction lane={lane} lanes={lanes} />
        <IconButton
          icon="x"
          size="small"
          iconSize={12}
          label={`Close watch ${lane.letter}`}
          onClick={() => lanes.close(lane.id)}
        />
      </span>
    </div>
  )
}

function LaneAction({ lane, lanes }: Omit<LaneRowProps, 'axis'>) {
  if (lane.state === 'open' || lane.state === 'opening') {
    return (
      <Button look="ghost" size="small" onClick={() => lanes.cut(lane.id)} data-testid="lane-cut">
        Cut
      </Button>
    )
  }
  return lane.state === 'expired' || lane.state === 'refused' ? (
    <Button look="ghost" size="small" onClick={() => lanes.listAgain(lane.id)} data-testid="lane-list-again">
      List again
    </Button>
  ) : (
    <Button look="ghost" size="small" onClick={() => lanes.resume(lane.id)} data-testid="lane-resume">
      Resume
    </Button>
  )
}
