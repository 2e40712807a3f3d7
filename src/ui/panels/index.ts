import type { Parts } from './panel.ts'
import { requestsPanel } from './requests/panel.tsx'
import { revisionsPanel } from './revisions/panel.tsx'
import { storagePanel } from './storage/panel.tsx'

/** The parts of the Lab, in the order of their tabs. A new part is one line here. */
export const parts: Parts = {
  dock: [revisionsPanel, requestsPanel, storagePanel],
  work: [],
  inspector: [],
  sheets: [],
}
