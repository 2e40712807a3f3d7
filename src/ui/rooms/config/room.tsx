import { useEffect } from 'react'
import { PanelBoundary } from '../../shell/panel-boundary.tsx'
import type { RoomView } from '../room.ts'
import { commands } from './commands.ts'
import { DockPanel } from './dock-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { FlagsSheet } from './flags-sheet.tsx'
import { TryPanel } from './try-panel.tsx'
import { useRoom, useRoomState } from './use-room.ts'
import { WorkPanel } from './work-panel.tsx'
import styles from './room.module.css'

/** Where the server's four files are written, checked, tried and put in force (product.md 3.4). */
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
        if (event.key === 'Escape' && drawer !== null && !event.defaultPrevented) room.store.setState({ drawer: null })
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

export const configRoom: RoomView = { Body, commands }
