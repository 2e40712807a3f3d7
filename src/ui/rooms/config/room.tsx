import { useEffect } from 'react'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import type { RoomView } from '#ui/lab/room.ts'
import { commands, fixes } from './state/commands.ts'
import { DockPanel } from './dock/dock-panel.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { FlagsSheet } from './files/flags-sheet.tsx'
import { TryPanel } from './try-it/try-panel.tsx'
import { useRoom, useRoomState } from './state/use-room.ts'
import { WorkPanel } from './editor/work-panel.tsx'
import styles from './room.module.css'

/** The room where the server's four files are edited, checked, tried and put in force. */
function Body() {
  const room = useRoom()
  const sheet = useRoomState((state) => state.sheet)
  const drawer = useRoomState((state) => state.drawer)
  useEffect(() => room.follow(), [room])
  return (
    <div
      className={styles.room}
      data-testid="config-room"
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && drawer !== null && !event.defaultPrevented) room.store.closeDrawer()
      }}
    >
      <PanelBoundary name="Files">
        <FilesPanel />
      </PanelBoundary>
      <PanelBoundary name="The editor">
        <WorkPanel />
      </PanelBoundary>
      <PanelBoundary name="Try it">
        <TryPanel />
      </PanelBoundary>
      <PanelBoundary name="The dock">
        <DockPanel />
      </PanelBoundary>
      {sheet === 'flags' && <FlagsSheet />}
    </div>
  )
}

export const configRoom: RoomView = { Body, commands, fixes }
