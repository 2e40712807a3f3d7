import type { ProofTable } from '#proof/proof-table.ts'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './pages.module.css'

/** Says what this page is, what it stores and what it sends. */
export function OrchardPage({ table }: { readonly table: ProofTable }) {
  const { overlay } = useLab()
  return (
    <div className={styles.text}>
      <p>
        Orchard {table.version} is a Kubernetes-style API server that runs whole in this tab, with its semantics made
        visible: every write, watch, page and deletion is on one timeline of revisions.
      </p>
      <p>
        Clusters, drafts and settings are stored in this browser only. The page sends nothing to other machines, unless
        it is pointed at a server or allows a bridge on this one; the names under <code>example.test</code> are answered
        inside of it.
      </p>
      <p>Kubernetes is a registered trademark of The Linux Foundation. This project is not affiliated with it.</p>
      <Button onClick={() => overlay.open('palette')}>Search or run…</Button>
    </div>
  )
}
