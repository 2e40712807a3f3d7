import { useState } from 'react'
import { useStore } from 'zustand'
import type { HostStopped } from '#facts/host-status.ts'
import { askExpire, attempt } from '#ui/lab/actions.ts'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { downloadSnapshot } from '#ui/lab/snapshot.ts'
import { bytesText, clockText, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from '#ui/shell/notices.module.css'

/** Returns a report that a user can pass on when the server stopped: times and log lines, no objects. */
function reportText(stopped: HostStopped, published: number): string {
  return [
    `The server stopped at ${clockText(stopped.timeMs)}.`,
    stopped.message,
    `Kept up to ${published}.`,
    ...stopped.logTail,
  ].join('\n')
}

/** Says that the server stopped, with a way to start it again. */
export function StoppedCard({ stopped }: { readonly stopped: HostStopped }) {
  const { host, cluster } = useLab()
  const published = useStore(cluster, (state) => state.published)
  const [isCopied, setCopied] = useState(false)
  const { unansweredCount } = stopped
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">Stopped</Pill>
        <b>The server stopped at {clockText(stopped.timeMs)}.</b>
        <span>
          State is kept up to resourceVersion <code>{published}</code>.
          {unansweredCount > 0 && ` ${countText(unansweredCount, 'request')} had no answer and may be sent again.`}
        </span>
        <span className={styles.fill} />
        <Button look="primary" size="small" onClick={() => void host.actions.restart()}>
          Restart
        </Button>
        <Button
          size="small"
          icon="copy"
          onClick={() => void copyText(reportText(stopped, published)).then((done) => setCopied(done))}
        >
          {isCopied ? 'Copied' : 'Copy report'}
        </Button>
      </div>
      <pre className={styles.log}>{[...stopped.logTail.slice(-4), stopped.message].join('\n')}</pre>
    </div>
  )
}

/** Says that the storage is full, with ways to make room. */
export function FullCard({ message }: { readonly message: string }) {
  const lab = useLab()
  const storage = useStore(lab.cluster, (state) => state.storage)
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">Storage full</Pill>
        <b>New writes are refused; reads work.</b>
        {storage !== null && (
          <span>
            History {bytesText(storage.historyBytes)}, objects {bytesText(storage.liveBytes)}.
          </span>
        )}
        <span>{message}</span>
        <span className={styles.fill} />
        <Button size="small" icon="drop" onClick={() => void attempt(lab, downloadSnapshot(lab))}>
          Export first
        </Button>
        <Button size="small" onClick={() => askExpire(lab)}>
          Expire history…
        </Button>
      </div>
    </div>
  )
}
