import { useStore } from 'zustand'
import { readActorText } from '#samples/actors/read-actor-text.ts'
import { createGhostWriter, hasBooks, isLiving, listedActors } from '#ui/lab/actors/ghost-writer-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { lanesClient, ownClient } from '#ui/lab/wire-store.ts'
import { ActorsPanel } from './actors-panel.tsx'
import { FaultsTable } from './faults-table.tsx'
import styles from './life.module.css'

/** The simulated clients at the left, and the faults of every client at the right. */
export function LifeBody() {
  const lab = useLab()
  const state = useStore(partState(lab, createGhostWriter).store)
  const withSample = useStore(lab.objects, () => hasBooks(lab))
  const lives = useStore(lab.cluster, () => isLiving(lab))
  const actors = listedActors(state, { withSample, lives })
  const names = actors.map(({ id, text }) => readActorText(text).actor?.name ?? id)
  const clients = [ownClient, lanesClient, ...new Set(names)]
  return (
    <div className={styles.space}>
      <div className={styles.life} data-testid="life">
        <ActorsPanel actors={actors} />
        <FaultsTable clients={clients} />
      </div>
    </div>
  )
}
