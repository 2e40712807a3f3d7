import type { ProofTable } from '#proof/proof-table.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { AboutPage } from './choice.ts'
import styles from './facts.module.css'

interface FactsProps {
  readonly table: ProofTable
  /** The number of steps that are not compared. */
  readonly apart: number
  readonly page: AboutPage
  readonly show: (page: AboutPage) => void
}

/** The pages of the room, and the facts of this build. */
export function Facts({ table, apart, page, show }: FactsProps) {
  const { overlay } = useLab()
  const link = (id: AboutPage, title: string, count?: number) => (
    <li>
      <button type="button" aria-current={page === id ? 'page' : undefined} onClick={() => show(id)}>
        {title} {count !== undefined && <small>{count}</small>}
      </button>
    </li>
  )
  return (
    <aside className={styles.about} aria-label="About" data-region="objects" data-page={page}>
      <h2>About</h2>
      <ul>
        {link('orchard', 'Orchard')}
        {link('', 'Conformance')}
        {link('all', 'Known differences', table.differences.length)}
        {link('settings', 'Settings')}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => overlay.open('keys')}>
            Keyboard
          </button>
        </li>
        {link('licences', 'Licences')}
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
