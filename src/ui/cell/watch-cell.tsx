import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { textOf } from '#api/json.ts'
import { readEvents } from '#client/follow.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './cell.module.css'

interface SeenEvent {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly version: string
}

const EVENTS_MAX = 50

/** A watch with the events that arrived. [EM2] */
export function WatchCell({ path }: { readonly path: string }) {
  const lab = useLab()
  const isOpen = useStore(lab.cluster, ({ connection }) => connection === 'open')
  const [events, setEvents] = useState<readonly SeenEvent[]>([])
  useEffect(() => {
    if (!isOpen) return
    const ending = new AbortController()
    let count = 0
    const follow = async (): Promise<void> => {
      const query = `${path.includes('?') ? '&' : '?'}watch=1`
      const response = await lab.read(`${path}${query}`, { signal: ending.signal })
      if (response.body === null) return
      for await (const { type, object } of readEvents(response.body)) {
        count += 1
        const { name, resourceVersion } = object.metadata
        const seen = { id: count, type, name: textOf(name), version: textOf(resourceVersion) }
        setEvents((known) => [...known.slice(1 - EVENTS_MAX), seen])
      }
    }
    follow().catch((error: unknown) => {
      if (!(error instanceof TypeError || ending.signal.aborted)) throw error
    })
    return () => ending.abort()
  }, [isOpen, lab, path])
  return (
    <>
      <header className={styles.head}>
        <code>
          <b>WATCH</b> {path}
        </code>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <section tabIndex={0} className={styles.code} aria-label="Events" aria-live="polite">
        {events.length === 0 ? (
          <p className={styles.empty}>No event yet.</p>
        ) : (
          <ol className={styles.events}>
            {events.map(({ id, type, name, version }) => (
              <li key={id}>
                <b>{type}</b> {name} <small>{version}</small>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}
