import { useStore } from 'zustand'
import { classes } from '#ui/kit/button.tsx'
import type { DockPanel } from '#ui/lab/part.ts'
import { useLab, useSelectedUid } from '#ui/lab/use-lab.ts'
import { useDockPanel } from './dock-frame.tsx'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { Still } from '#ui/kit/still.tsx'
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
  return isChosen && Inspector !== undefined ? <Still view={Inspector} /> : <ObjectSections />
}

function ObjectSections() {
  const { parts, selection } = useLab()
  // A section starts over with another object, not with another version of it.
  const uid = useSelectedUid()
  const ref = useStore(selection, (state) => state.object)
  if (ref === null) return null
  return parts.inspector.map(({ id, title, Body }) => (
    <PanelBoundary key={`${id} ${uid}`} name={title}>
      <Still view={Body} />
    </PanelBoundary>
  ))
}
