import { lazy, Suspense } from 'react'
import type { SheetPanel } from '#ui/lab/part.ts'

const Body = lazy(() => import('./terminal-sheet.tsx').then(({ TerminalSheet }) => ({ default: TerminalSheet })))

/** The sheet in which the person allows terminal clients and sees them. [BR2] */
export const terminalSheet: SheetPanel = {
  id: 'terminal',
  title: 'Terminal clients',
  commands: [
    {
      id: 'terminal',
      section: 'Everywhere',
      title: 'Terminal clients: let curl and kubectl reach this tab',
      keys: [],
      icon: 'terminal',
      when: ({ terminal }) => terminal !== null,
      run: (lab) => lab.overlay.open('terminal'),
    },
  ],
  Body: ({ close }) => (
    <Suspense fallback={null}>
      <Body close={close} />
    </Suspense>
  ),
}
