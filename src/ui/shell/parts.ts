import { applyPanel } from '#ui/parts/apply/part.tsx'
import { bytesPanel } from '#ui/parts/bytes/part.tsx'
import { causesPanel } from '#ui/parts/causes/part.tsx'
import { clustersSheet } from '#ui/parts/clusters/part.tsx'
import { againstLivePanel } from '#ui/parts/compare/against-live-panel.tsx'
import { compareSheet } from '#ui/parts/compare/part.tsx'
import { createPanel } from '#ui/parts/create/part.tsx'
import { conditionsPanel } from '#ui/parts/conditions/part.tsx'
import { eventsPanel } from '#ui/parts/events/part.tsx'
import { finalizersPanel } from '#ui/parts/finalizers/part.tsx'
import { identityPanel } from '#ui/parts/identity/part.tsx'
import { openSharedSheet, shareSheet } from '#ui/parts/share/part.tsx'
import { storyPanel } from '#ui/parts/story/part.tsx'
import { importSheet } from '#ui/parts/import/part.tsx'
import { diffPanel } from '#ui/parts/diff/part.tsx'
import { lifePanel } from '#ui/parts/life/part.tsx'
import { loopsPanel } from '#ui/parts/loops/part.tsx'
import { managersPanel } from '#ui/parts/managers/part.tsx'
import { requestPanel } from '#ui/parts/request/part.tsx'
import { yamlPanel } from '#ui/parts/yaml/part.tsx'
import { quadPanel } from '#ui/parts/patch-quad/part.tsx'
import { racePanel } from '#ui/parts/race/part.tsx'
import { recordSheet } from '#ui/parts/record/part.tsx'
import { presentCommand } from '#ui/parts/present/present-command.ts'
import { undoCommands } from '#ui/parts/undo/commands.ts'
import { terminalSheet } from '#ui/parts/terminal/part.tsx'
import type { Room } from '#ui/lab/room.ts'
import { informerPanel } from '#ui/parts/informer/part.tsx'
import { pagesPanel } from '#ui/parts/pages/part.tsx'
import type { Parts } from '#ui/lab/part.ts'
import { schedulingPanel } from '#ui/parts/scheduling/part.tsx'
import { requestsPanel } from '#ui/parts/requests/part.tsx'
import { revisionsPanel } from '#ui/parts/revisions/part.tsx'
import { versionsPanel } from '#ui/parts/versions/part.tsx'
import { zoomCommands } from '#ui/rail/zoom-commands.ts'
import { storagePanel } from '#ui/parts/storage/part.tsx'
import { watchesPanel } from '#ui/parts/watches/part.tsx'
import { tourCommand } from '#ui/shell/tour/coach-store.ts'

/** The rooms besides the Lab, in the order of the header. Each is loaded when first opened. */
const rooms: readonly Room[] = [
  {
    id: 'config',
    title: 'Config',
    keys: 'g c',
    load: async () => (await import('#ui/rooms/config/room.tsx')).configRoom,
  },
  {
    id: 'access',
    title: 'Access',
    keys: 'g a',
    load: async () => (await import('#ui/rooms/access/room.tsx')).accessRoom,
  },
  {
    id: 'lessons',
    title: 'Lessons',
    keys: 'g e',
    load: async () => (await import('#ui/rooms/lessons/room.tsx')).lessonsRoom,
  },
  {
    id: 'about',
    title: 'About: same as upstream?',
    keys: 'g u',
    isAside: true,
    load: async () => (await import('#ui/rooms/about/room.tsx')).aboutRoom,
  },
]

/** The parts of the Lab, in the order of their tabs. A new part adds one line here. */
export const parts: Parts = {
  dock: [revisionsPanel, watchesPanel, pagesPanel, requestsPanel, storagePanel, lifePanel, loopsPanel],
  work: [
    yamlPanel,
    requestPanel,
    diffPanel,
    bytesPanel,
    quadPanel,
    racePanel,
    applyPanel,
    informerPanel,
    versionsPanel,
  ],
  inspector: [
    identityPanel,
    storyPanel,
    causesPanel,
    schedulingPanel,
    againstLivePanel,
    managersPanel,
    finalizersPanel,
    conditionsPanel,
    eventsPanel,
  ],
  sheets: [
    clustersSheet,
    compareSheet,
    shareSheet,
    openSharedSheet,
    createPanel,
    importSheet,
    recordSheet,
    terminalSheet,
  ],
  commands: [...zoomCommands, ...undoCommands, presentCommand, tourCommand],
  rooms,
}
