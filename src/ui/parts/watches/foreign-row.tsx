import type { RevisionRow, WatchInfo } from '#facts/fact.ts'
import { attempt } from '#ui/lab/actions.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import type { RailScale } from '#ui/rail/scale.ts'
import { actorName } from '#ui/model/actor-name.ts'
import { readRefusal } from '#client/refusal.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { bytesText, countText, cutMiddle } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { targetOf } from '#ui/parts/requests/request-rows.ts'
import styles from './watches.module.css'

interface ForeignRowProps {
  readonly watch: WatchInfo
  readonly scale: RailScale
  readonly rows: readonly RevisionRow[]
}

/** Ends any open watch at the server. */
async function cut(lab: Lab, id: number): Promise<void> {
  const response = await lab.read(`/debug/watches/${id}`, { method: 'DELETE' })
  if (!response.ok) throw await readRefusal(response)
  await response.body?.cancel()
}

/** A watch of another client: user, collection and start time. Its events are not available. [WT6] */
export function ForeignRow({ watch, scale, rows }: ForeignRowProps) {
  const lab = useLab()
  const target = targetOf(watch.url)
  return (
    <li className={styles.lane} data-testid="foreign-lane">
      <div className={styles.label}>
        <span className={classes(styles.letter, styles.isOpen)} aria-hidden="true">
          ·
        </span>
        <span className={styles.names}>
          <b title={watch.userAgent}>{actorName(watch.actor)}, opened elsewhere</b>
          <code title={target}>{cutMiddle(target.replace(/^\/apis?\//, ''), 26)}</code>
        </span>
      </div>
      <div className={styles.middle}>
        <ForeignLine watch={watch} scale={scale} rows={rows} />
      </div>
      <div className={styles.end}>
        <span className={styles.stats}>
          <span title={countText(watch.deliveredCount, 'event')}>
            <b>{watch.deliveredCount}</b> ev · {bytesText(watch.bytes)}
          </span>
          <span>from {watch.startRevision}</span>
        </span>
        <Button size="small" onClick={() => void attempt(lab, cut(lab, watch.id))} data-testid="foreign-cut">
          Cut
        </Button>
      </div>
    </li>
  )
}

const [height, lineY] = [44, 24]

function ForeignLine({ watch, scale, rows }: ForeignRowProps) {
  const at = lastIndexAt(rows, watch.startRevision)
  const from = at >= scale.first ? Math.min(scale.x(at), scale.liveX) : scale.gone
  return (
    <svg className={styles.plot} width={scale.width} height={height} aria-hidden="true">
      <rect width={Math.max(0, scale.gone)} height={height} className={styles.gone} />
      <path d={`M${from} ${lineY - 5}V${lineY + 5}M${from} ${lineY}H${scale.liveX}`} className={styles.lineLive} />
      <path d={`M${scale.liveX} 0V${height}`} className={styles.edge} />
    </svg>
  )
}
