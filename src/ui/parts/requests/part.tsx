import { Suspense, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button, Count } from '#ui/kit/button.tsx'
import { FilterInput } from '#ui/kit/filter-input.tsx'
import { later, lazily } from '#ui/kit/later.tsx'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countRequests, filterRequests, type RequestsShown } from './request-rows.ts'
import { requestsStore } from './store.ts'
import styles from './requests.module.css'

const HarSheet = lazily(async () => (await import('./har-sheet.tsx')).HarSheet)

const choices: readonly { readonly id: RequestsShown; readonly title: string }[] = [
  { id: 'all', title: 'All' },
  { id: 'writes', title: 'Writes' },
  { id: 'refused', title: 'Refused' },
  { id: 'streams', title: 'Streams' },
  { id: 'page', title: "The page's own" },
]

function Tools() {
  const lab = useLab()
  const store = requestsStore(lab)
  const { text, shown } = useStore(store)
  const requests = useStore(lab.cluster, (state) => state.requests)
  const counts = useMemo(() => countRequests(requests), [requests])
  return (
    <>
      <FilterInput
        label="Filter requests"
        hint="actor:alice code:>=400 method:PUT path:shop"
        text={text}
        onText={(next) => store.setText(next)}
      />
      {choices.map(({ id, title }) => (
        <Button
          key={id}
          look={id === shown ? 'plain' : 'ghost'}
          size="small"
          aria-pressed={id === shown}
          onClick={() => store.show(id)}
        >
          {title}
          {id !== 'all' && <Count>{counts[id]}</Count>}
        </Button>
      ))}
      <Button look="ghost" size="small" className={styles.page} onClick={() => lab.overlay.open('record')}>
        Record…
      </Button>
      <ExportHar />
    </>
  )
}

/** Opens the dialog that exports the listed requests. */
function ExportHar() {
  const lab = useLab()
  const { text, shown } = useStore(requestsStore(lab))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="ghost" size="small" className={styles.page} onClick={() => setOpen(true)}>
        Export HAR
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HarSheet
            requests={filterRequests(lab.cluster.getState().requests, shown, text).toReversed()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The dock tab of requests. */
export const requestsPanel: DockPanel = {
  id: 'requests',
  title: 'Requests',
  useCount: () => {
    const requests = useStore(useLab().cluster, (state) => state.requests)
    return useMemo(() => countRequests(requests).all, [requests])
  },
  Tools,
  Body: later(async () => (await import('./requests-body.tsx')).RequestsBody),
  Inspector: later(async () => (await import('./inspector.tsx')).RequestInspector),
  useInspects: () => useStore(useLab().selection, (state) => state.request !== null),
}
