import { memo, useMemo, useRef } from 'react'
import type { WatchInfo } from '#facts/fact.ts'
import { attempt } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { readRefusal } from '#client/refusal.ts'
import { bytesText, countText, numberText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { readRevision } from './delivered-rows.ts'
import { LaneLabel } from './lane-label.tsx'
import { foreignPicture } from './lane-picture.ts'
import { type LaneAxis, LanePlot } from './lane-plot.tsx'
import { watchWords } from './lane-words.ts'
import { useInView } from './use-in-view.ts'
import styles from './watches.module.css'

interface ForeignRowProps {
  readonly watch: WatchInfo
  /** The letter of its flag; `''` for a loop of the server, which cannot be cut. */
  readonly letter: string
  readonly axis: LaneAxis
}

/** Ends any open watch at the server. */
async function cut(lab: Lab, id: number): Promise<void> {
  const response = await lab.read(`/debug/watches/${id}`, { method: 'DELETE' })
  if (!response.ok) throw await readRefusal(response)
  await response.body?.cancel()
}

/**
 * A watch of another client. Its events are known only as the writes that the server delivered to it. Only rows in view work
 * them out. [WT6]
 */
export const ForeignRow = memo(function ForeignRow({ watch, letter, axis }: ForeignRowProps) {
  const { rows, scale } = axis
  const row = useRef<HTMLLIElement>(null)
  const isInView = useInView(row)
  const picture = useMemo(
    () => (isInView ? foreignPicture(watch, { rows, scale }) : null),
    [isInView, watch, rows, scale],
  )
  const isBehind = picture?.events.some(({ look }) => look === 'awaited') ?? false
  const behind = (rows.at(-1)?.revision ?? 0) - readRevision(watch)
  return (
    <li ref={row} className={styles.lane} data-testid={letter === '' ? 'loop-lane' : 'foreign-lane'}>
      <LaneLabel letter={letter === '' ? '·' : letter} words={watchWords(watch)} tone={isBehind ? 'quiet' : 'open'} />
      <div className={styles.middle}>
        {picture !== null && <LanePlot picture={picture} axis={axis} isOpen={!isBehind} />}
        {picture?.isExact === false && watch.deliveredCount > 0 && (
          <p className={styles.selected} style={{ left: Math.max(8, scale.gone + 4) }}>
            {countText(watch.deliveredCount, 'event')}, chosen by a selector that only the server evaluates
          </p>
        )}
      </div>
      <ForeignEnd
        watch={watch}
        letter={letter}
        standing={picture === null ? '' : isBehind ? `${numberText(behind)} behind` : 'current'}
      />
    </li>
  )
})

/** Events and bytes of the watch, how far its client has read, and the button that ends it. */
function ForeignEnd({
  watch,
  letter,
  standing,
}: Pick<ForeignRowProps, 'watch' | 'letter'> & { readonly standing: string }) {
  const lab = useLab()
  return (
    <div className={styles.end}>
      <span
        className={styles.stats}
        title={`${countText(watch.deliveredCount, 'event')}, ${bytesText(watch.bytes)}, ${watch.queuedCount} queued at the server`}
      >
        <b>{numberText(watch.deliveredCount)}</b> ev · {bytesText(watch.bytes)}
      </span>
      <span className={styles.standing}>{standing}</span>
      {letter !== '' && (
        <span className={styles.actions}>
          <Button
            look="ghost"
            size="small"
            onClick={() => void attempt(lab, cut(lab, watch.id))}
            data-testid="foreign-cut"
          >
            Cut
          </Button>
        </span>
      )}
    </div>
  )
}
