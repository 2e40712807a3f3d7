import '#ui/kit/fonts.css'
import '#ui/kit/tokens.css'
import '#ui/kit/base.css'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { HostStatusStore } from '#facts/host-status.ts'
import { lazily } from '#ui/kit/later.tsx'
import { createLab } from '#ui/lab/create-lab.ts'
import type { Parts } from '#ui/lab/part.ts'
import { LabContext, useLab } from '#ui/lab/use-lab.ts'
import { Rail } from '#ui/rail/rail.tsx'
import { numberText } from '#ui/model/words.ts'
import type { CellAddress } from './cell-address.ts'
import { RequestCell } from './request-cell.tsx'
import { WatchCell } from './watch-cell.tsx'
import { YamlCell } from './yaml-cell.tsx'
import styles from './cell.module.css'

// With the engine of its conditions, which other cells have no use for.
const LessonCell = lazily(async () => (await import('./lesson/lesson-cell.tsx')).LessonCell)

interface CellProps {
  readonly apiFetch: typeof fetch
  readonly host: HostStatusStore
  readonly cell: CellAddress
  readonly title: string
  /** The address of the whole page at this moment. */
  readonly whole: string
}

const noParts: Parts = { dock: [], work: [], inspector: [], sheets: [], commands: [], rooms: [] }

/** Parts of the page in a frame of another page. It is a client of the server like the page itself. [EM1] */
export function CellApp({ apiFetch, host, cell, title, whole }: CellProps) {
  const [{ lab, start }] = useState(() => createLab({ fetch: apiFetch, read: apiFetch }, host, noParts))
  useEffect(() => {
    const ending = new AbortController()
    void start(ending.signal)
    if (cell.object !== null) lab.selection.selectObject(cell.object)
    if (cell.at !== null) lab.time.travel(cell.at)
    return () => ending.abort()
  }, [cell, lab, start])
  return (
    <LabContext value={lab}>
      <Cell cell={cell} title={title} whole={whole} />
    </LabContext>
  )
}

/** Tells the page around the cell how high it is. */
function useHeight() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (element === null || parent === window) return
    const tell = (): void => parent.postMessage({ cellHeight: Math.ceil(element.getBoundingClientRect().height) }, '*')
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return ref
}

function Cell({ cell, title, whole }: Omit<CellProps, 'apiFetch' | 'host'>) {
  const ref = useHeight()
  const { show } = cell
  return (
    <div ref={ref} className={styles.cell} data-testid="cell">
      {show.includes('lesson') && (
        <Suspense fallback={<p className={styles.opening}>The lesson is opening…</p>}>
          <LessonCell cell={cell} />
        </Suspense>
      )}
      {show.includes('yaml') && <YamlCell />}
      {show.includes('rail') && (
        <div className={styles.rail}>
          <Rail isBare />
        </div>
      )}
      {show.includes('request') && <RequestCell cell={cell} />}
      {show.includes('watch') && cell.watch !== '' && <WatchCell path={cell.watch} />}
      <footer className={styles.foot}>
        <span>
          {title}, <Place /> runs in this page
        </span>
        <a href={whole} target="_blank" rel="noopener noreferrer">
          Open in Orchard <span aria-hidden="true">→</span>
        </a>
      </footer>
    </div>
  )
}

function Place() {
  const { cursor } = useLab()
  const at = useStore(cursor, (state) => state.at)
  return at === null ? null : <>at {numberText(at)}, </>
}
