import type { ReloadOutcome } from '#facts/config-api.ts'
import { Pill } from '#ui/kit/text.tsx'
import { clockText } from '#ui/model/words.ts'
import { runningOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './dock.module.css'

const HASH_SHOWN = 8

/** The outcome of each reload of the file, newest first, with the server's messages. */
export function ReloadLog() {
  const running = useRoomState((state) => runningOf(state, state.file))
  if (running === undefined || running.history.length === 0)
    return <p className={styles.say}>The file was not reloaded since the server started.</p>
  return (
    <ol className={styles.log}>
      {running.history.toReversed().map((outcome) => (
        <Entry key={`${outcome.timeMs} ${outcome.hash} ${outcome.message}`} outcome={outcome} />
      ))}
    </ol>
  )
}

function Entry({ outcome: { timeMs, isInForce, message, hash } }: { readonly outcome: ReloadOutcome }) {
  return (
    <li className={styles.entry}>
      <time>{clockText(timeMs)}</time>
      <Pill tone={isInForce ? 'live' : 'refused'}>{isInForce ? 'in force' : 'refused'}</Pill>
      <span>
        {message === '' ? (
          hash === '' ? (
            'runs without the file'
          ) : (
            <>
              SHA-256 <code title={hash}>{hash.slice(0, HASH_SHOWN)}…</code>
            </>
          )
        ) : (
          <code>{message}</code>
        )}
      </span>
    </li>
  )
}
