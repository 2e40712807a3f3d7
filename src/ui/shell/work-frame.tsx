import { type KeyboardEvent, Suspense } from 'react'
import { useStore } from 'zustand'
import { later, lazily } from '#ui/kit/later.tsx'
import { Button, classes } from '#ui/kit/button.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { Tabs } from '#ui/kit/tabs.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { openWorkTab } from '#ui/lab/actions.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { CassettePlace } from '#ui/parts/record/cassette-place.tsx'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { Still } from '#ui/kit/still.tsx'
import { foldedTabs } from './folded-tabs.ts'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { Starting } from './starting.tsx'
import styles from './shell.module.css'

/** Shown once the sample is listed, so it loads after the first screen. */
const Coach = lazily(async () => (await import('#ui/shell/tour/coach.tsx')).Coach)

// Loaded after the first drawing, because both are empty on the first screen.
const BranchBar = later(async () => (await import('./branch-bar.tsx')).BranchBar)
const PastBar = later(async () => (await import('./past-bar.tsx')).PastBar)

/** Buttons that open the regions that float on narrow pages. */
function Openers() {
  const { layout } = useLab()
  const drawer = useStore(layout, (state) => state.drawer)
  const toggle = (region: 'objects' | 'inspector') => layout.toggleDrawer(region)
  // The focus stays on the button that opened a region, so Escape closes it from here, too.
  const onKeyDown = ({ key }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Escape' && drawer !== null) layout.closeDrawer()
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        icon="menu"
        className={styles.onlyNarrow}
        aria-expanded={drawer === 'objects'}
        onKeyDown={onKeyDown}
        onClick={() => toggle('objects')}
      >
        Objects
      </Button>
      <Button
        look="ghost"
        size="small"
        className={styles.onlyMiddle}
        aria-expanded={drawer === 'inspector'}
        onKeyDown={onKeyDown}
        onClick={() => toggle('inspector')}
      >
        Inspector <kbd>{chordText('Mod+i')}</kbd>
      </Button>
    </>
  )
}

/** Opens the tabs that have no place beside the inspector. */
function More({ panels }: { readonly panels: readonly WorkPanel[] }) {
  const lab = useLab()
  const items = panels.map((panel) => ({ id: panel.id, label: panel.title, run: () => openWorkTab(lab, panel.id) }))
  return (
    <MenuButton look="ghost" size="small" menuLabel="More work tabs" sections={[{ items }]}>
      More
    </MenuButton>
  )
}

/** The work area: tabs, the tools of the open tab, the bar of the past, the body, the coach. */
export function WorkFrame() {
  const lab = useLab()
  const tab = useStore(lab.layout, (state) => state.workTab)
  const { work } = lab.parts
  const panel = work.find(({ id }) => id === tab) ?? work[0]
  const { Tools, Body } = panel ?? {}
  const folded = foldedTabs(work, panel, useNarrow(900))
  return (
    <div className={classes(styles.region, styles.work)}>
      <main id="work" tabIndex={-1} className={styles.panel} aria-label="Work" data-region="work">
        <Tabs
          label="Work"
          tabs={work.filter((part) => !folded.includes(part))}
          more={folded.length > 0 ? <More panels={folded} /> : undefined}
          selected={panel?.id ?? ''}
          onSelect={(id) => openWorkTab(lab, id)}
          panelId="work"
          beside={<Openers />}
        >
          {Tools !== undefined && panel !== undefined && (
            <PanelBoundary key={panel.id} name={`Tools of ${panel.title}`}>
              <Still view={Tools} />
            </PanelBoundary>
          )}
        </Tabs>
        <BranchBar />
        <CassettePlace />
        <PastBar />
        <Starting />
        {Body !== undefined && panel !== undefined && (
          <div className={styles.body} role="tabpanel" id={`work-${panel.id}`} aria-labelledby={`work-${panel.id}-tab`}>
            <PanelBoundary key={panel.id} name={panel.title}>
              <Still view={Body} />
            </PanelBoundary>
          </div>
        )}
        <Suspense fallback={null}>
          <Coach />
        </Suspense>
      </main>
    </div>
  )
}
