import { Suspense } from 'react'
import type { SheetPanel } from '#ui/lab/part.ts'
import { lazily } from '#ui/kit/later.tsx'

const Body = lazily(async () => (await import('./terminal-sheet.tsx')).TerminalSheet)

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
