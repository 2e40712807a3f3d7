import { Suspense } from 'react'
import type { Lab } from '#ui/lab/lab.ts'
import type { SheetPanel } from '#ui/lab/part.ts'
import { clustersStore } from '#ui/parts/clusters/store.ts'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./share-sheet.tsx')).ShareSheet)

const OpenBody = lazily(async () => (await import('./open-shared-sheet.tsx')).OpenSharedSheet)

/** A server without a list of clusters cannot be shared: nothing could open the link. */
export const canShare = (lab: Lab): boolean => clustersStore(lab).store.getState().clusters.length > 0

/** The sheet that shares the moment that the page shows. */
export const shareSheet: SheetPanel = {
  id: 'share',
  title: 'Share this moment',
  commands: [
    {
      id: 'share',
      section: 'Everywhere',
      title: 'Share this moment',
      keys: ['Mod+s'],
      icon: 'lift',
      when: canShare,
      run: (lab) => lab.overlay.open('share'),
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}

/** The sheet that opens a link or a file. */
export const openSharedSheet: SheetPanel = {
  id: 'open-shared',
  title: 'Open a link or file',
  commands: [
    {
      id: 'open-shared',
      section: 'Everywhere',
      title: 'Open a shared link or file',
      keys: [],
      icon: 'drop',
      when: canShare,
      run: (lab) => lab.overlay.open('open-shared'),
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <OpenBody close={close} />
    </Suspense>
  ),
}
