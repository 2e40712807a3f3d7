import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { HostStatus, HostStep } from '#facts/host-status.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './starting.module.css'

/** Returns the host's status as it changes. */
export function useHostStatus(): HostStatus {
  const { host } = useLab()
  return useSyncExternalStore(host.subscribe, host.getState)
}

const steps: readonly { readonly id: HostStep; readonly title: string }[] = [
  { id: 'worker', title: 'Worker' },
  { id: 'storage', title: 'Storage' },
  { id: 'network', title: 'Network' },
]

const patienceMs = 300
const dots = Array.from({ length: 22 }, (_, at) => at)

/** Returns true once the start takes longer than a user would not notice. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate && isWaiting
}

/** Shows the current step of the server's start: one of three steps, never only a spinner. */
export function Starting() {
  const { cluster } = useLab()
  const isWaiting = useStore(cluster, ({ connection, published }) => connection === 'connecting' && published === 0)
  const { step, stepNote } = useHostStatus()
  const isLate = useIsLate(isWaiting)
  if (!isLate) return null
  const now = step === 'done' ? steps.length - 1 : steps.findIndex(({ id }) => id === step)
  return (
    <div className={styles.starting} role="status">
      <div className={styles.dots} aria-hidden="true">
        {dots.map((at) => (
          <i key={at} style={{ opacity: 0.25 + at / 30 }} />
        ))}
      </div>
      <p>
        <b>
          Starting {(steps[now]?.title ?? 'Worker').toLowerCase()}, {now + 1} of {steps.length}
        </b>
      </p>
      <ol className={styles.steps}>
        {steps.map(({ id, title }, at) => (
          <li key={id} className={at < now ? styles.done : at === now ? styles.now : undefined}>
            {at < now && <Icon name="check" size={12} />}
            {title}
            {at === now && stepNote !== '' && `, ${stepNote}`}
          </li>
        ))}
      </ol>
    </div>
  )
}
