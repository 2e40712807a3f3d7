import { Button } from '#ui/kit/button.tsx'
import { attempt, expireHistory } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { type Lag, useInformer } from './use-informer.ts'
import styles from './informer.module.css'

/** Shows the retained history, the client's position in it, and the effect of expiring it. */
export function HistoryKept({ lag }: { readonly lag: Lag }) {
  const { compacted, newest } = lag
  const lab = useLab()
  const { version, phase } = useInformer()
  const at = Number(version)
  const isPlaced = version !== '' && at >= compacted
  const part = newest > compacted ? ((Math.max(at, compacted) - compacted) / (newest - compacted)) * 100 : 100
  const canExpire = phase === 'stopped' && isPlaced && at < newest
  return (
    <section aria-label="History kept">
      <h3>
        History kept <small>{countText(newest - compacted, 'revision')}</small>
      </h3>
      <div className={styles.window} aria-hidden="true">
        <span style={{ width: `${part}%` }} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <code>{compacted + 1}</code>
        {isPlaced && <b style={{ left: `${Math.min(Math.max(part, 32), 68)}%` }}>client {version}</b>}
        <code>{newest}</code>
      </p>
      <p>
        <Outlook lag={lag} />
      </p>
      {canExpire && (
        <Button
          size="small"
          onClick={() => void attempt(lab, expireHistory(lab, at + 1))}
          data-testid="informer-expire"
        >
          Expire history up to {at + 1}
        </Button>
      )}
    </section>
  )
}

/** Says what the next watch of the client would be answered, now and after expiring. */
function Outlook({ lag: { compacted, newest, waiting } }: { readonly lag: Lag }) {
  const { version, filledAt } = useInformer()
  const at = Number(version)
  if (filledAt === '') return 'The client has asked for its first list.'
  if (version === '') return 'The version of the client is no longer kept. At its next step it lists again.'
  if (at < compacted) return `The next watch of the client, from ${version}, will be answered 410.`
  if (at >= newest) return 'The client has read everything.'
  return (
    <>
      {countText(at - compacted, 'revision')} left before the edge, {newest - at} behind. If history expires up to{' '}
      <code>{version}</code>, the client can go on. If it expires up to <code>{at + 1}</code>, its next watch is
      answered <b className={styles.bad}>410</b>: it lists again and sees {countText(waiting.length, 'change')} at once.
    </>
  )
}
