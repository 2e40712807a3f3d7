import { useStore } from 'zustand'
import type { TerminalStatus } from '#facts/terminal.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { clustersStore, shownCluster } from '#ui/parts/clusters/store.ts'
import { AllowForm } from './allow-form.tsx'
import { ClientList } from './client-list.tsx'
import { Connected } from './connected.tsx'
import { useTerminal } from './use-terminal.ts'
import styles from './terminal.module.css'

const pills: Readonly<Record<TerminalStatus['state'], string>> = {
  off: '',
  asked: 'not allowed yet',
  connecting: 'connecting',
  connected: 'bridge connected',
  lost: 'no bridge',
}

/** The connection of this tab to a bridge, and the clients that use it. */
export function TerminalSheet({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const status = useTerminal()
  const shown = useStore(clustersStore(lab).store, shownCluster)
  const { terminal } = lab
  if (status === null || terminal === null) return null
  const pill = pills[status.state]
  const isConnected = status.state === 'connected'
  return (
    <Sheet label="Terminal clients" onClose={close} className={styles.sheet}>
      <SheetHead title="Terminal clients" onClose={close}>
        {pill !== '' && (
          <span role="status" className={classes(styles.pill, isConnected && styles.isLive)}>
            {pill}
          </span>
        )}
        {isConnected && (
          <Button size="small" look="ghost" onClick={terminal.actions.stop}>
            Stop
          </Button>
        )}
      </SheetHead>
      <div className={styles.body}>
        <p>
          A small process on this machine listens and hands each request to this tab, streams too. The tab answers;
          nothing leaves the machine.
        </p>
        {isConnected ? (
          <Connected status={status} terminal={terminal} cluster={shown?.title ?? 'bookshop'} />
        ) : (
          // A new address starts the form anew.
          <AllowForm key={status.link} status={status} terminal={terminal} />
        )}
      </div>
      {isConnected && <ClientList status={status} close={close} />}
    </Sheet>
  )
}
