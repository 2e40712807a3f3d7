import { type KeyboardEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { BenchFrame, BenchHint, BenchRefused } from '#ui/trials/bench.tsx'
import { CassetteBar } from './cassette-bar.tsx'
import { CacheTable } from './cache-table.tsx'
import { ClientStates } from './client-states.tsx'
import { HistoryKept } from './history-kept.tsx'
import { Attempts, Trail } from './trail.tsx'
import { type Followed, informerBench } from './store.ts'
import { hasStep, useChoice, useFollowed, useInformer, useLag } from './use-informer.ts'
import styles from './informer.module.css'

const paceChoices = [
  { value: 'full', label: 'Full speed' },
  { value: 'slow', label: '1 per s' },
  { value: 'stopped', label: 'Stopped' },
] as const

/** Controls for the client's reading, and for breaking its connection. */
export function InformerTools() {
  const bench = informerBench(useLab())
  const { pace } = useChoice()
  const { phase } = useStore(bench.client.store)
  const isConnected = phase === 'watching'
  const cuts = [
    { id: 'now', label: 'Now', run: () => bench.client.cut() },
    { id: 'mid-event', label: 'In the middle of the next event', run: () => bench.client.cutAt('mid-event') },
    { id: '100', label: 'After 100 bytes', run: () => bench.client.cutAt(100) },
    { id: '10000', label: 'After 10 000 bytes', run: () => bench.client.cutAt(10_000) },
  ]
  return (
    <>
      <Segments
        label="How fast the client reads"
        choices={paceChoices}
        value={pace}
        onChange={(value) => {
          const chosen = paceChoices.find((one) => one.value === value)
          if (chosen !== undefined) void bench.choose({ pace: chosen.value })
        }}
      />
      <MenuButton
        size="small"
        look="ghost"
        menuLabel="Break the connection"
        disabled={!isConnected}
        sections={[{ heading: 'Break the connection', items: cuts }]}
      >
        Cut…
      </MenuButton>
      <DeliverOne />
    </>
  )
}

function DeliverOne() {
  const bench = informerBench(useLab())
  const followed = useFollowed()
  return followed === null ? null : <DeliverButton bench={bench} followed={followed} />
}

interface DeliverButtonProps {
  readonly bench: ReturnType<typeof informerBench>
  readonly followed: Followed
}

function DeliverButton({ bench, followed }: DeliverButtonProps) {
  const { pace } = useChoice()
  const canDeliver = hasStep(useInformer(), useLag(followed)) && pace === 'stopped'
  return (
    <Button
      size="small"
      look="primary"
      disabled={!canDeliver}
      onClick={() => void bench.client.deliverOne()}
      data-testid="informer-deliver"
    >
      Deliver one <kbd>.</kbd>
    </Button>
  )
}

/** A client's cache beside the server's state, and how far the one is behind the other. */
export function InformerBody() {
  const bench = informerBench(useLab())
  const followed = useFollowed()
  useEffect(() => {
    if (followed !== null) void bench.open(followed)
    return () => bench.client.close()
  }, [bench, followed])
  if (followed === null) return <BenchHint>Select an object; a client follows the collection that it is in.</BenchHint>
  return <Bench followed={followed} />
}

function Bench({ followed }: { readonly followed: Followed }) {
  const bench = informerBench(useLab())
  const lag = useLag(followed)
  const { pace } = useChoice()
  const state = useInformer()
  const { phase, refused } = state
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '.' || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    event.stopPropagation()
    if (pace === 'stopped' && hasStep(state, lag)) void bench.client.deliverOne()
  }
  return (
    <BenchFrame testId="informer" isBusy={phase === 'filling'}>
      <div className={styles.all} onKeyDown={onKeyDown} role="presentation">
        <ClientStates lag={lag}>
          <CassetteBar followed={followed} />
        </ClientStates>
        {refused !== '' && (
          <div className={styles.gaveUp}>
            <BenchRefused text={refused} />
            <Button size="small" onClick={() => void bench.client.goOn()}>
              Connect again
            </Button>
          </div>
        )}
        <div className={styles.columns}>
          <CacheTable followed={followed} lag={lag} />
          <div className={styles.side}>
            <HistoryKept lag={lag} />
            <Attempts />
            <Trail />
          </div>
        </div>
      </div>
    </BenchFrame>
  )
}
