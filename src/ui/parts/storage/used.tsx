import { useEffect, useState } from 'react'
import type { StorageStatus } from '#facts/fact.ts'
import { classes } from '#ui/kit/button.tsx'
import { bytesText, countText } from '#ui/model/words.ts'
import { CacheLag } from './cache-lag.tsx'
import { freePart } from './free-part.ts'
import styles from './storage.module.css'

interface Quota {
  readonly usage: number
  readonly quota: number
  readonly isPersistent: boolean
}

/**
 * Returns the browser's storage estimate for this origin; `null` where it is not available. Read again when `published`
 * changes.
 */
function useQuota(published: number): Quota | null {
  const [quota, setQuota] = useState<Quota | null>(null)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      if (!('storage' in navigator) || typeof navigator.storage.estimate !== 'function') return
      const [{ usage = 0, quota: limit = 0 }, isPersistent] = await Promise.all([
        navigator.storage.estimate(),
        navigator.storage.persisted(),
      ])
      if (!isOver) setQuota({ usage, quota: limit, isPersistent })
    }
    void read()
    return () => {
      isOver = true
    }
  }, [published])
  return quota
}

interface UsedPart {
  readonly name: string
  readonly note: string
  readonly bytes: number
  readonly hue: string
}

interface MeterProps {
  readonly parts: readonly UsedPart[]
  readonly used: number
  readonly free: number
  /** `null` where the browser does not say. */
  readonly quota: number | null
}

/** The bar of what is used, and what is free. */
function Meter({ parts, used, free, quota }: MeterProps) {
  const { width, isCut } = freePart(used, free)
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={`${bytesText(used)} used`}
      aria-valuemin={0}
      aria-valuemax={quota ?? used}
      aria-valuenow={used}
    >
      {parts.map(({ name, bytes, hue }) => (
        <i key={name} style={{ flexGrow: Math.max(1, bytes), background: hue }} />
      ))}
      {quota !== null && <i className={classes(styles.free, isCut && styles.isCut)} style={{ flexGrow: width }} />}
    </div>
  )
}

/** Shows the disk usage by type: what is used to scale, and the free part too where it fits. [DOC10] */
export function Used({ storage }: { readonly storage: StorageStatus }) {
  const quota = useQuota(storage.published)
  const { historyBytes, liveBytes, versionCount, keyCount } = storage
  const free = quota === null ? 0 : Math.max(0, quota.quota - quota.usage)
  const rest = quota === null ? 0 : Math.max(0, quota.usage - historyBytes - liveBytes)
  const parts = [
    { name: 'History', note: countText(versionCount, 'version'), bytes: historyBytes, hue: 'var(--kind-1)' },
    { name: 'Objects', note: `${keyCount} live`, bytes: liveBytes, hue: 'var(--kind-4)' },
    ...(rest > 0 ? [{ name: 'Page and indexes', note: 'for use offline', bytes: rest, hue: 'var(--kind-6)' }] : []),
  ]
  const used = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const { isCut } = freePart(used, free)
  return (
    <article className={styles.used} aria-label="Quota">
      <header>
        <h3>Used</h3>
        <span className={styles.fill} />
        <span>
          <b>{bytesText(used)}</b>
          {quota !== null && ` of ${bytesText(quota.quota)}`}
        </span>
      </header>
      <Meter {...{ parts, used, free, quota: quota?.quota ?? null }} />
      <ul>
        {parts.map(({ name, note, bytes, hue }) => (
          <li key={name}>
            <i style={{ background: hue }} />
            {name}
            <span className={styles.note}>{note}</span>
            <b>{bytesText(bytes)}</b>
          </li>
        ))}
        {quota !== null && (
          <li>
            <i className={styles.free} />
            Free
            <span className={styles.note}>
              {quota.isPersistent ? 'persistent, not evicted' : 'may be evicted'}
              {isCut && ', bar cut off'}
            </span>
            <b>{bytesText(free)}</b>
          </li>
        )}
      </ul>
      <CacheLag />
    </article>
  )
}
