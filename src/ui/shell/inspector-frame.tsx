import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { useDockPanel } from './dock-frame.tsx'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import styles from './shell.module.css'

const never = (): boolean => false

/** The sections about the selected object. A dock tab may replace them with its own inspector. */
export function InspectorFrame() {
  const panel = useDockPanel()
  return (
    <aside className={classes(styles.panel, styles.scroll)} aria-label="Inspector" data-region="inspector">
      {/* A separate component per tab, because each calls a different hook. */}
      <Chosen key={panel?.id} panel={panel} />
    </aside>
  )
}

function Chosen({ panel }: { readonly panel: DockPanel | undefined }) {
  const { Inspector, useInspects = never } = panel ?? {}
  const isChosen = useInspects()
  return isChosen && Inspector !== undefined ? <Inspector /> : <ObjectSections />
}

function ObjectSections() {
  const { parts, selection } = useLab()
  const object = useSelectedObject()
  const ref = useStore(selection, (state) => state.object)
  if (ref === null) return null
  return parts.inspector.map(({ id, title, Body }) => (
    <PanelBoundary key={`${id} ${object?.metadata.uid ?? ''}`} name={title}>
      <Body />
    </PanelBoundary>
  ))
}
