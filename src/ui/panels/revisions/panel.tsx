import type { DockPanel } from '../panel.ts'

export const revisionsPanel: DockPanel = { id: 'revisions', title: 'Revisions', Body: () => null }
