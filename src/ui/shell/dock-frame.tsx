import { useCallback } from 'react'
import { useStore } from 'zustand'
import { openDock } from '#ui/lab/actions.ts'
import { Button } from '#ui/kit/button.tsx'
import { verbPast } from '#ui/kit/changes/change-words.ts'
import { type Tab, Tabs } from '#ui/kit/tabs.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { Still } from '#ui/kit/still.tsx'
import { LongName } from '#ui/kit/long-name.tsx'
import own from './dock-frame.module.css'
import styles from './shell.module.css'
import { writerName } from '#ui/model/actor-name.ts'

/** Returns the tabs with their counts. The list of panels never changes, so neither does the order of these hooks. */
function useTabs(panels: readonly DockPanel[]): readonly Tab[] {
  return panels.map(({ id, title, useCount }) => {
    // oxlint-disable-next-line react/rules-of-hooks
    const count = useCount === undefined ? null : useCount()
    return { id, title, count }
  })
}

/** Returns the open panel of the dock, or the first one when a saved one no longer exists. */
export function useDockPanel(): DockPanel | undefined {
  const { layout, parts } = useLab()
  const tab = useStore(layout, (state) => state.dockTab)
  return parts.dock.find(({ id }) => id === tab) ?? parts.dock[0]
}

/** The content of the folded dock: the last write. */
function LastWrite() {
  const { cluster, actor } = useLab()
  const row = useStore(cluster, ({ rows }) => rows.at(-1))
  const you = useStore(actor, (state) => state.name)
  if (row === undefined) return null
  return (
    <span className={own.last}>
      <MiniGlyph mark={markOf(row, you)} k={0.8} />
      <span>
        {row.revision} {writerName(row)} {verbPast(row)}
      </span>
      <LongName name={row.name} />
    </span>
  )
}

/** The dock: tabs, the tools of the open tab, and its body; folded it is one line. */
export function DockFrame() {
  const lab = useLab()
  const isFolded = useStore(lab.layout, (state) => state.folded.dock)
  const tabs = useTabs(lab.parts.dock)
  const panel = useDockPanel()
  const select = useCallback((id: string) => openDock(lab, id), [lab])
  if (panel === undefined) return null
  const { Tools, Body } = panel
  return (
    <section className={styles.panel} aria-label="Dock" data-region="dock">
      <Tabs
        label="Dock"
        look="dock"
        tabs={tabs}
        selected={panel.id}
        onSelect={select}
        panelId="dock"
        isFolded={isFolded}
      >
        {isFolded ? (
          <>
            <LastWrite />
            <Button
              size="small"
              look="ghost"
              className={own.show}
              aria-label="Show dock"
              onClick={() => lab.layout.toggleFold('dock')}
            >
              Show dock
            </Button>
          </>
        ) : (
          Tools !== undefined && (
            <PanelBoundary key={panel.id} name={`Tools of ${panel.title}`}>
              <Still view={Tools} />
            </PanelBoundary>
          )
        )}
      </Tabs>
      {!isFolded && (
        <div className={styles.body} role="tabpanel" id={`dock-${panel.id}`} aria-labelledby={`dock-${panel.id}-tab`}>
          <PanelBoundary key={panel.id} name={panel.title}>
            <Still view={Body} />
          </PanelBoundary>
        </div>
      )}
    </section>
  )
}
