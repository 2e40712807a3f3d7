import { type Tab, Tabs } from '#ui/kit/tabs.tsx'
import type { SideTab } from './state/access-store.ts'
import { IdentitiesPanel } from './identities/identities-panel.tsx'
import { TracesPanel } from './world/traces-panel.tsx'
import { useAccess, useAccessState } from './state/use-access.ts'
import { WhoCanPanel } from './who-can/who-can-panel.tsx'
import { WorldPanel } from './world/world-panel.tsx'
import styles from './who-can/side.module.css'

const panelId = 'access-side'

const tabs: readonly (Tab & { readonly id: SideTab })[] = [
  { id: 'who-can', title: 'Who can' },
  { id: 'world', title: 'World' },
  { id: 'traces', title: 'Traces' },
]

/** Tabs for who-can, the simulated world and its traces; also for identities when they have no separate column. */
export function SidePanel({ withIdentities }: { readonly withIdentities: boolean }) {
  const { store } = useAccess()
  const side = useAccessState((state) => state.side)
  const shown = side === 'identities' && !withIdentities ? 'who-can' : side
  return (
    <>
      <Tabs
        label="Side panel"
        tabs={withIdentities ? [{ id: 'identities', title: 'Identities' }, ...tabs] : tabs}
        selected={shown}
        panelId={panelId}
        onSelect={(id) => store.showSide(id as SideTab)}
      />
      <div
        role="tabpanel"
        id={`${panelId}-${shown}`}
        aria-labelledby={`${panelId}-${shown}-tab`}
        className={styles.body}
      >
        <Body side={shown} />
      </div>
    </>
  )
}

function Body({ side }: { readonly side: SideTab }) {
  switch (side) {
    case 'identities':
      return <IdentitiesPanel />
    case 'who-can':
      return <WhoCanPanel />
    case 'world':
      return <WorldPanel />
    case 'traces':
      return <TracesPanel />
  }
}
