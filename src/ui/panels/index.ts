import type { DockPanel, InspectorPanel, SheetPanel, WorkPanel } from './panel.ts'
import { requestsPanel } from './requests/panel.tsx'
import { revisionsPanel } from './revisions/panel.tsx'
import { storagePanel } from './storage/panel.tsx'

/** The parts of the Lab, in the order of their tabs. A new part is one line here. */
export const dockPanels: readonly DockPanel[] = [revisionsPanel, requestsPanel, storagePanel]
export const workPanels: readonly WorkPanel[] = []
export const inspectorPanels: readonly InspectorPanel[] = []
export const sheetPanels: readonly SheetPanel[] = []
