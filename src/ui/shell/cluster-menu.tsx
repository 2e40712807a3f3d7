import { useEffect } from 'react'
import { useStore } from 'zustand'
import { attempt, askExpire, openDock } from '#ui/lab/actions.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton, type MenuItem } from '#ui/kit/menu.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { focusAfterMove } from '#ui/lab/page/leave-page.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { undoCommands } from '#ui/parts/undo/commands.ts'
import { exportAll } from '#ui/parts/import/export-all.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createGhostWriter } from '#ui/lab/actors/ghost-writer-store.ts'
import { downloadSnapshot } from '#ui/lab/snapshot.ts'
import { leaveBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'
import { followLanes } from '#ui/parts/clusters/follow-lanes.ts'
import { followClusters } from '#ui/parts/clusters/store.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { savedText } from '#ui/shell/notices/saved-text.ts'
import { useHostStatus } from '#ui/shell/starting.tsx'
import { startTour } from '#ui/shell/tour/coach-store.ts'
import styles from './cluster-menu.module.css'

/** A name up to this length is never cut in a wide header. */
const WHOLE_MAX = 10

const toItem = (lab: Lab, { id, title, note, run }: Command): MenuItem => ({
  id,
  label: title,
  ...(note === undefined ? {} : { note: note(lab) }),
  run: () => run?.(lab),
})

/** Says whether all writes are on disk. It changes at every write, unlike the menu beside it. */
function Saved({ className }: { readonly className: string }) {
  const { cluster } = useLab()
  const { type } = useHostStatus().storage
  const text = useStore(cluster, ({ storage }) => savedText(storage, type).text)
  const isSaved = useStore(cluster, ({ storage }) => savedText(storage, type).isSaved)
  return (
    <span className={className} role="status">
      {isSaved && <Icon name="check" size={12} />}
      {text}
    </span>
  )
}

/** Names the branch that the page shows, and leaves it. */
function BranchChip({ title }: { readonly title: string }) {
  const lab = useLab()
  return (
    <Button
      size="small"
      className={styles.branch}
      data-branch=""
      title="Leave the branch"
      onClick={() => leaveBranch(lab)}
    >
      <Icon name="branch" size={12} /> <span>{title}</span> <Icon name="x" size={12} />
    </Button>
  )
}

/** A page that shows another cluster begins at its name; one with a lesson at the lesson's. */
const focusMenu = (name: HTMLElement | null): void => {
  if (lessonHere() === undefined) focusAfterMove(name?.closest('button') ?? null)
}

/** The cluster's name, a menu of actions on the cluster, and whether it is saved. */
export function ClusterMenu({ className }: { readonly className: string }) {
  const lab = useLab()
  const { shown, parent } = useShownCluster(lab)
  const title = parent?.title ?? shown?.title ?? (lab.host.getState().elsewhere === '' ? 'bookshop' : 'its cluster')
  useEffect(() => followClusters(lab), [lab])
  useEffect(() => followLanes(lab), [lab])
  const ghost = partState(lab, createGhostWriter)
  const isWriting = useStore(ghost.store, (state) => state.isOn)
  const sheets = lab.parts.sheets
    .filter(({ when }) => when?.(lab) !== false)
    .map(({ id, title: sheetTitle }) => ({ id, label: `${sheetTitle}…`, run: () => lab.overlay.open(id) }))
  // Their buttons have no room in a narrow header.
  const undo = useNarrow(1179) ? undoCommands.filter(({ when }) => when?.(lab) !== false) : []
  return (
    <>
      <MenuButton
        look="ghost"
        className={classes(styles.cluster, title.length > WHOLE_MAX && styles.isLong)}
        menuLabel="Cluster"
        sections={[
          ...(undo.length === 0 ? [] : [{ items: undo.map((command) => toItem(lab, command)) }]),
          {
            items: [
              ...sheets,
              { id: 'export', label: 'Export all as YAML', run: () => exportAll(lab) },
              { id: 'download', label: 'Download a snapshot', run: () => void attempt(lab, downloadSnapshot(lab)) },
              { id: 'storage', label: 'Show storage', run: () => openDock(lab, 'storage') },
            ],
          },
          {
            items: [
              {
                id: 'ghost-writer',
                label: isWriting ? 'Stop the ghost writer' : 'Start the ghost writer',
                note: 'stock-bot, every 4 s',
                run: ghost.toggle,
              },
              { id: 'expire', label: 'Expire history…', run: () => askExpire(lab) },
              { id: 'tour', label: 'Take the tour', run: () => startTour(lab) },
              { id: 'reset', label: 'Reset the cluster…', run: () => lab.overlay.open('reset') },
            ],
          },
        ]}
      >
        <span ref={focusMenu} title={title}>
          {title}
        </span>
      </MenuButton>
      {parent !== undefined && shown !== undefined && <BranchChip title={shown.title} />}
      <Saved className={className} />
    </>
  )
}
