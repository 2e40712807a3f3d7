import { useStore } from 'zustand'
import { Tabs } from '#ui/kit/tabs.tsx'
import { BlastList, BlastSummary } from './blast-view.tsx'
import { DiffView } from './diff-view.tsx'
import { stepProblem } from '#ui/rooms/config/state/editor-handle.ts'
import { countChanges } from '#ui/texts/line-diff.ts'
import { FoldButton } from './fold-button.tsx'
import { NextProblem } from './next-problem.tsx'
import { ProblemsList } from './problems-list.tsx'
import { ReloadLog } from './reload-log.tsx'
import { useDockFold } from './use-dock-fold.ts'
import { type DockTab, runningOf, textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './dock.module.css'

const bodies = { problems: ProblemsList, diff: DiffView, blast: BlastList, log: ReloadLog } as const

/** The state of the draft: its problems, its differences, the affected requests, and the log of reloads. */
export function DockPanel() {
  const room = useRoom()
  const tab = useRoomState((state) => state.dock)
  const problems = useRoomState((state) => state.checks[state.file].diagnostics.length)
  const changes = useRoomState((state) =>
    state.drafts[state.file] === undefined
      ? 0
      : countChanges(room.diff(runningOf(state, state.file)?.text ?? '', textOf(state, state.file))),
  )
  const replayed = useStore(room.replay.store, ({ replay }) => replay?.requests.length ?? null)
  const isReplayed = useRoomState((state) => state.file === 'authorization')
  const reloads = useRoomState((state) => runningOf(state, state.file)?.history.length ?? 0)
  const { isFolded, fold } = useDockFold()
  return (
    <section className={styles.dock} aria-label="Dock" data-region="dock">
      <Tabs
        label="Dock"
        look="dock"
        panelId="config-dock"
        selected={tab}
        isFolded={isFolded}
        onSelect={(id) => {
          room.store.showDock(id as DockTab)
          fold(false)
        }}
        tabs={[
          { id: 'problems', title: 'Problems', count: problems },
          { id: 'diff', title: 'Diff vs running', count: changes },
          { id: 'blast', title: 'Blast radius', count: isReplayed ? replayed : null },
          { id: 'log', title: 'Reload log', count: reloads === 0 ? null : reloads },
        ]}
      >
        <NextProblem count={problems} step={() => stepProblem(room, 1)} />
        <FoldButton />
      </Tabs>
      {!isFolded && <OpenTab tab={tab} />}
    </section>
  )
}

/** The open tab, and beside it the blast radius where the file has one. */
function OpenTab({ tab }: { readonly tab: DockTab }) {
  const hasBlast = useRoomState((state) => state.file === 'authentication' || state.file === 'authorization')
  const isBeside = hasBlast && tab !== 'blast'
  const Body = bodies[tab]
  return (
    <div className={styles.split} data-both={isBeside ? '' : undefined}>
      <div className={styles.body} role="tabpanel" id={`config-dock-${tab}`} aria-labelledby={`config-dock-${tab}-tab`}>
        <Body />
      </div>
      {isBeside && <BlastSummary />}
    </div>
  )
}
