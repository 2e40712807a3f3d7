import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Section } from '#ui/kit/section.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { answersShop, createGhostWriter, hasBooks, isLiving } from '#ui/lab/actors/ghost-writer-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { livePause } from '#ui/parts/clusters/live-pause-store.ts'
import { shownBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'
import { postJson } from '#ui/model/api.ts'
import { countText } from '#ui/model/words.ts'
import styles from './branch-writers.module.css'

/** The bots of the page and the loops of the branch's server. Each can be paused here; the cluster that was left goes on. [BC3] */
export function BranchWriters() {
  const lab = useLab()
  const ghost = partState(lab, createGhostWriter)
  const writers = useStore(ghost.store)
  const controllers = useStore(lab.cluster, (state) => state.controllers)
  const lives = useStore(lab.cluster, () => isLiving(lab))
  // Read with the objects, which change when the kind of the books appears.
  const canSell = useStore(lab.objects, () => hasBooks(lab))
  const pause = (name: string, paused: boolean) =>
    void attempt(lab, postJson(lab.read, `/debug/controllers/${encodeURIComponent(name)}`, { paused }))
  return (
    <Section title="Who writes on this branch">
      <PauseLive />
      <ul className={styles.writers} data-testid="branch-writers">
        {canSell && (
          <>
            <Writer name="stock-bot" note="sells books" isOn={writers.isOn} onToggle={() => ghost.toggle()} />
            <Writer
              name="shop-controller"
              note={lives ? 'rests: controllers of the cluster run' : 'answers changes of Deployments'}
              isOn={answersShop(writers, lives)}
              rests={lives}
              onToggle={() => ghost.toggleAnswering()}
            />
          </>
        )}
        {[...controllers.values()].map(({ name, paused, syncCount }) => (
          <Writer
            key={name}
            name={name}
            note={paused ? 'paused' : `ran ${countText(syncCount, 'time')}`}
            isOn={!paused}
            onToggle={() => pause(name, !paused)}
          />
        ))}
      </ul>
    </Section>
  )
}

/** One switch for all who write on the cluster that was left. [BC4] */
function PauseLive() {
  const lab = useLab()
  const pause = livePause(lab)
  const { paused, isChanging } = useStore(pause.store)
  useShownCluster(lab)
  const live = shownBranch(lab)?.live
  const name = live?.name
  useEffect(() => {
    if (name !== undefined) void attempt(lab, pause.restore(name))
  }, [lab, pause, name])
  if (live === undefined) return null
  const isPaused = paused[live.name] !== undefined
  return (
    <div className={styles.live}>
      <label>
        <input
          type="checkbox"
          checked={isPaused}
          disabled={isChanging}
          onChange={() => void attempt(lab, pause.toggle(live))}
        />{' '}
        Pause {live.title} meanwhile
      </label>
      <small>{isPaused ? 'its bots and controllers wait' : 'its bots and controllers continue'}</small>
    </div>
  )
}

interface WriterProps {
  readonly name: string
  readonly note: string
  readonly isOn: boolean
  /** Another writer does its work: it cannot be started. */
  readonly rests?: boolean
  readonly onToggle: () => void
}

function Writer({ name, note, isOn, rests = false, onToggle }: WriterProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isOn} disabled={rests} onChange={onToggle} /> {name}
      </label>
      <small>{note}</small>
    </li>
  )
}
