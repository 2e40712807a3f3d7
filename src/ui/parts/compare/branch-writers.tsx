import { useStore } from 'zustand'
import { Section } from '#ui/kit/section.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { createGhostWriter, hasBooks } from '#ui/lab/ghost-writer-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { postJson } from '#ui/model/api.ts'
import { countText } from '#ui/model/words.ts'
import styles from './branch-writers.module.css'

/** The bots of the page and the loops of the branch's server. Each can be paused here; the cluster that was left goes on. [BC3] */
export function BranchWriters() {
  const lab = useLab()
  const ghost = partState(lab, createGhostWriter)
  const { isOn, isAnswering } = useStore(ghost.store)
  const controllers = useStore(lab.cluster, (state) => state.controllers)
  // Read with the objects, which change when the kind of the books appears.
  const canSell = useStore(lab.objects, () => hasBooks(lab))
  const pause = (name: string, paused: boolean) =>
    void attempt(lab, postJson(lab.read, `/debug/controllers/${encodeURIComponent(name)}`, { paused }))
  return (
    <Section title="Who writes on this branch">
      <ul className={styles.writers} data-testid="branch-writers">
        {canSell && (
          <>
            <Writer name="stock-bot" note="sells books" isOn={isOn} onToggle={() => ghost.toggle()} />
            <Writer
              name="shop-controller"
              note="answers changes of Deployments"
              isOn={isAnswering}
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

interface WriterProps {
  readonly name: string
  readonly note: string
  readonly isOn: boolean
  readonly onToggle: () => void
}

function Writer({ name, note, isOn, onToggle }: WriterProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isOn} onChange={onToggle} /> {name}
      </label>
      <small>{note}</small>
    </li>
  )
}
