import type { DockPanel } from '../panel.ts'

export const requestsPanel: DockPanel = { id: 'requests', title: 'Requests', Body: () => null }
