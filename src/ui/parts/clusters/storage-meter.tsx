import { useEffect, useState } from 'react'
import type { ClusterInfo } from '#facts/clusters-api.ts'
import { readSaved } from '#ui/model/saved.ts'
import { bytesText } from '#ui/model/words.ts'
import { fullWarning, partText, storageParts } from './storage-parts.ts'
import styles from './storage-meter.module.css'

interface Estimate extends StorageEstimate {
  readonly isPersistent: boolean
}

/** Reads what this page stores in the browser, and what it may store; again when a cluster changed. */
function useEstimate(clusters: readonly ClusterInfo[]): Estimate {
  const [estimate, setEstimate] = useState<Estimate>({ isPersistent: false })
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<void> => {
      if (!('storage' in navigator) || typeof navigator.storage.estimate !== 'function') return
      const [sizes, isPersistent] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()])
      if (!isOver) setEstimate({ ...sizes, isPersistent })
    }
    void read()
    return () => {
      isOver = true
    }
  }, [clusters])
  return estimate
}

/** Bytes of the lessons that are being built: their recordings and words. */
const recordingBytes = (): number => {
  const { drafts } = readSaved<{ readonly drafts: Readonly<Record<string, string>> }>('lesson-drafts', { drafts: {} })
  return Object.values(drafts).reduce((sum, text) => sum + text.length, 0)
}

interface StorageMeterProps {
  readonly clusters: readonly ClusterInfo[]
  /** Name of the chosen cluster. */
  readonly chosen: string
}

/** All clusters by size with the chosen one marked, what else holds the bytes, and what can go. [MC18] */
export function StorageMeter({ clusters, chosen }: StorageMeterProps) {
  const { usage, quota, isPersistent } = useEstimate(clusters)
  const [recordings] = useState(recordingBytes)
  const sized = clusters.flatMap(({ name, title, figures }) =>
    figures === undefined ? [] : [{ name, title, bytes: figures.bytes }],
  )
  const parts = storageParts(clusters, recordings, usage)
  const warning = usage === undefined || quota === undefined ? '' : fullWarning(usage, quota)
  return (
    <section className={styles.meter} aria-label="Storage">
      {usage !== undefined && quota !== undefined && (
        <p className={styles.head}>
          <span>
            <b>{bytesText(usage)}</b> of {bytesText(quota)}
          </span>
          <span>{isPersistent ? 'persistent, not evicted' : 'the browser may evict it when space is short'}</span>
        </p>
      )}
      <div
        className={styles.bar}
        role="img"
        aria-label={`Clusters by size: ${sized.map(({ title, bytes }) => `${title} ${bytesText(bytes)}`).join(', ')}`}
      >
        {sized.map(({ name, title, bytes }) => (
          <i
            key={name}
            title={`${title}: ${bytesText(bytes)}`}
            data-chosen={name === chosen}
            style={{ flexGrow: Math.max(bytes, 1) }}
          />
        ))}
      </div>
      {warning !== '' && (
        <p role="alert" className={styles.warning}>
          {warning}
        </p>
      )}
      <p data-testid="storage-parts">{`${parts.map(partText).join(', ')}.`.replace(/^o/, 'O')}</p>
    </section>
  )
}
