import { createPanel } from '../create/create-sheet.tsx'
import { conditionsPanel } from '../inspector/conditions-panel.tsx'
import { eventsPanel } from '../inspector/events-panel.tsx'
import { finalizersPanel } from '../inspector/finalizers-panel.tsx'
import { identityPanel } from '../inspector/identity-panel.tsx'
import { storyPanel } from '../inspector/story-panel.tsx'
import { importSheet } from '../import/import-sheet.tsx'
import { diffPanel } from '../work/diff/diff-panel.tsx'
import { managersPanel } from '../work/ownership/managers-panel.tsx'
import { requestPanel } from '../work/request/request-panel.tsx'
import { yamlPanel } from '../work/yaml/yaml-panel.tsx'
import { rooms } from '../rooms/index.ts'
import { pagesPanel } from './pages/panel.tsx'
import type { Parts } from './panel.ts'
import { requestsPanel } from './requests/panel.tsx'
import { revisionsPanel } from './revisions/panel.tsx'
import { storagePanel } from './storage/panel.tsx'
import { watchesPanel } from './watches/panel.tsx'

/** The parts of the Lab, in the order of their tabs. A new part is one line here. */
export const parts: Parts = {
  dock: [revisionsPanel, watchesPanel, pagesPanel, requestsPanel, storagePanel],
  work: [yamlPanel, requestPanel, diffPanel],
  inspector: [identityPanel, storyPanel, managersPanel, finalizersPanel, conditionsPanel, eventsPanel],
  sheets: [createPanel, importSheet],
  rooms,
}
