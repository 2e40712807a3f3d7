import { Suspense, useEffect } from 'react'
import { lazily } from '#ui/kit/later.tsx'
import { classes } from '#ui/kit/button.tsx'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import type { RoomView } from '#ui/lab/room.ts'
import { commands, fixes } from './state/commands.ts'
import { DockPanel } from './dock/dock-panel.tsx'
import { useDockFold } from './dock/use-dock-fold.ts'
import { FileMenu } from './files/file-menu.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { FlagsSheet } from './files/flags-sheet.tsx'
import { PolicyDock } from './policies/policy-dock.tsx'
import { PolicyTry } from './policies/policy-try.tsx'
import { PolicyWork } from './policies/policy-work.tsx'
import { usePolicyRoom } from './policy-state/use-policy.ts'
import { TryPanel } from './try-it/try-panel.tsx'
import { useRoom, useRoomState } from './state/use-room.ts'
import { WorkPanel } from './editor/work-panel.tsx'
import styles from './room.module.css'

const LessonFile = lazily(async () => (await import('#ui/rooms/lessons/file/lesson-file.tsx')).LessonFile)

/** The open file of the server, or the open policy or schema, with its trial and its dock. */
function ServerFile() {
  const object = useRoomState((state) => state.object)
  return (
    <>
      <PanelBoundary name="The editor">
        {object === null ? <WorkPanel /> : <PolicyWork openKey={object} />}
      </PanelBoundary>
      <PanelBoundary name="Try it">{object === null ? <TryPanel /> : <PolicyTry />}</PanelBoundary>
      <PanelBoundary name="The dock">{object === null ? <DockPanel /> : <PolicyDock />}</PanelBoundary>
    </>
  )
}

/** The room where the server's four files, and policies and schemas, are edited, checked, tried and put in force. */
function Body() {
  const room = useRoom()
  const sheet = useRoomState((state) => state.sheet)
  const drawer = useRoomState((state) => state.drawer)
  const isLesson = useRoomState((state) => state.isLesson)
  const policies = usePolicyRoom()
  const { isFolded } = useDockFold()
  useEffect(() => room.follow(), [room])
  useEffect(() => policies.follow(room.store), [policies, room])
  return (
    <div
      className={classes(styles.room, isFolded && styles.hasFoldedDock, isLesson && styles.hasLesson)}
      data-testid="config-room"
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && drawer !== null && !event.defaultPrevented) room.store.closeDrawer()
      }}
    >
      <PanelBoundary name="Files">
        <FilesPanel />
      </PanelBoundary>
      {isLesson ? (
        <PanelBoundary name="The lesson's file">
          <Suspense fallback={<p role="status">The lesson’s file is opening…</p>}>
            <LessonFile className={styles.lesson ?? ''} menu={<FileMenu className={styles.onlyMiddle ?? ''} />} />
          </Suspense>
        </PanelBoundary>
      ) : (
        <ServerFile />
      )}
      {sheet === 'flags' && <FlagsSheet />}
    </div>
  )
}

export const configRoom: RoomView = { Body, commands, fixes }
