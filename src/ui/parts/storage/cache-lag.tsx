import { useEffect, useState } from 'react'
import type { WatchCacheStatus } from '#facts/debug-api.ts'
import { attempt } from '#ui/lab/actions.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson, postJson } from '#ui/model/api.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './storage.module.css'

const path = '/debug/watch-cache'
const choices = [0, 1000, 2000, 5000, 30_000]

/** Delays the watch cache, so that "any version" differs visibly from "most recent". [WC4] */
export function CacheLag() {
  const lab = useLab()
  // `null`: not loaded yet, or the server does not have this control.
  const [lagMs, setLagMs] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      try {
        const status = await getJson<WatchCacheStatus>(lab.read, path)
        if (!isOver) setLagMs(status.lagMs)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    void attempt(lab, read())
    return () => {
      isOver = true
    }
  }, [lab])
  const choose = async (wanted: number) => {
    setLagMs((await postJson<WatchCacheStatus>(lab.read, path, { lagMs: wanted })).lagMs)
  }
  if (lagMs === null) return null
  const shown = choices.includes(lagMs) ? choices : [...choices, lagMs]
  return (
    <p className={styles.lag}>
      <label>
        Watch cache delayed by
        <select value={lagMs} onChange={({ target }) => void attempt(lab, choose(Number(target.value)))}>
          {shown.map((ms) => (
            <option key={ms} value={ms}>
              {ms === 0 ? 'nothing' : `${ms / 1000} s`}
            </option>
          ))}
        </select>
      </label>
      <span className={styles.note}>
        {lagMs === 0
          ? 'resourceVersion=0 (“any”) returns the same as the most recent read.'
          : 'resourceVersion=0 (“any”) may return older data; reads without a version stay most recent. Watch events are delayed.'}
      </span>
    </p>
  )
}
