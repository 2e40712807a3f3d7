import { useState } from 'react'
import { useStore } from 'zustand'
import type { HostStopped, HostStorage } from '#facts/host-status.ts'
import { askExpire, attempt } from '#ui/lab/actions.ts'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { downloadSnapshot } from '#ui/lab/snapshot.ts'
import { bytesText, clockText, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from '#ui/shell/notices.module.css'
import { shortName } from './short-name.ts'

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
function FullCard() {
  const lab = useLab()
  const storage = useStore(lab.cluster, (state) => state.storage)
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">Storage full</Pill>
        <b>The browser grants this page no more storage. New writes are refused; reads and deletes go on.</b>
        {storage !== null && (
          <span>
            History {bytesText(storage.historyBytes)}, objects {bytesText(storage.liveBytes)}.
          </span>
        )}
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

const storageWords: Readonly<Record<'fenced' | 'versionchange' | 'error', readonly [string, string]>> = {
  fenced: ['Held by another tab', 'Another tab took the database over; this one no longer writes.'],
  versionchange: ['Newer version', 'Another tab runs a newer Orchard and needs the database. Reload this one.'],
  error: ['Storage failed', 'The database below the server cannot be used.'],
}

/** Says what keeps the server from its database. */
export function StorageCard({ storage }: { readonly storage: Extract<HostStorage, { readonly message: string }> }) {
  const { host } = useLab()
  if (storage.type === 'full') return <FullCard />
  const [title, words] = storageWords[storage.type]
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">{title}</Pill>
        <b>{words}</b>
        {storage.type === 'error' && <span>{storage.message}</span>}
        <span className={styles.fill} />
        {storage.type === 'fenced' ? (
          <Button size="small" onClick={() => void host.actions.takeOver()}>
            Take over
          </Button>
        ) : (
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says that what the page shows may be old, and who it waits for. [ELS1] */
export function LostCard({ elsewhere }: { readonly elsewhere: string }) {
  return (
    <div className={classes(styles.card, styles.quiet)} role="status">
      {elsewhere === '' ? (
        <p>
          <b>The event stream broke.</b> The page may show old data until it is reopened.
        </p>
      ) : (
        <p>
          <b>The server at {elsewhere} does not answer.</b> The page shows what it read last, keeps what you type, and
          tries again by itself.
        </p>
      )}
    </div>
  )
}

/** Says that the cluster of the address does not exist in this browser. [MC5] */
export function MissingCluster({ name }: { readonly name: string }) {
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <div className={styles.strip} role="alert">
      <p>
        <b>There is no cluster “{shortName(name)}” in this browser.</b> This is the one that was made first.
      </p>
      <IconButton icon="x" iconSize={14} size="small" label="Dismiss" onClick={() => setDismissed(true)} />
    </div>
  )
}
