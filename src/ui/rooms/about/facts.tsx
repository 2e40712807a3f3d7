import type { ProofTable } from '#proof/proof-table.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './facts.module.css'

interface FactsProps {
  readonly table: ProofTable
  /** The number of steps that are not compared. */
  readonly apart: number
  readonly isAll: boolean
  readonly showAll: (isAll: boolean) => void
}

/** The pages of the room, and the facts of this build. */
export function Facts({ table, apart, isAll, showAll }: FactsProps) {
  const { overlay } = useLab()
  return (
    <aside className={styles.about} aria-label="About" data-region="objects">
      <h2>About</h2>
      <ul>
        <li>
          <button type="button" aria-current={isAll ? undefined : 'page'} onClick={() => showAll(false)}>
            Conformance
          </button>
        </li>
        <li>
          <button type="button" aria-current={isAll ? 'page' : undefined} onClick={() => showAll(true)}>
            Known differences <small>{table.differences.length}</small>
          </button>
        </li>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => overlay.open('keys')}>
            Keyboard
          </button>
        </li>
      </ul>
      <dl>
        <dt>This build</dt>
        <dd>{table.version}</dd>
        <dt>Compared with</dt>
        <dd>Kubernetes 1.34 API server</dd>
        <dt>Measured by</dt>
        <dd>
          <code>npm run conformance</code>: it fails where a run differs from this table
        </dd>
        <dt>Counted apart</dt>
        <dd>{apart} steps whose recording allows another answer, such as the time of a bookmark</dd>
      </dl>
    </aside>
  )
}
