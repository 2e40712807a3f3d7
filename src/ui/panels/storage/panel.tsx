import type { DockPanel } from '../panel.ts'

export const storagePanel: DockPanel = { id: 'storage', title: 'Storage', Body: () => null }
