import { type CSSProperties, startTransition, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { lazily } from '#ui/kit/later.tsx'
import { classes } from '#ui/kit/button.tsx'
import { takeManifests } from '#ui/parts/import/take-manifests.ts'
import { dispatchAboveEditors, dispatchKey } from '#ui/keyboard/dispatch.ts'
import { keepFocus } from '#ui/keyboard/keep-focus.ts'
import { focusEditor, rememberFocus } from '#ui/keyboard/regions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { afterPaint, nextFrame } from '#ui/model/frame.ts'
import { ObjectsPanel } from '#ui/parts/objects/part.tsx'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { Rail } from '#ui/rail/rail.tsx'
import { twoLanesHeight } from '#ui/rail/scale.ts'
import { followGhostWriter } from '#ui/lab/actors/ghost-writer-store.ts'
import { useCursorAt, useLab } from '#ui/lab/use-lab.ts'
import { lessonHere } from '#ui/lab/lesson-progress.ts'
import { DockFrame } from './dock-frame.tsx'
import { Header } from './header.tsx'
import { InspectorFrame } from './inspector-frame.tsx'
import { followAddress } from './address.ts'
import { followSampleClients } from './sample-clients.ts'
import { Notices } from './notices.tsx'
import { Overlays } from './overlays.tsx'
import { labRoom } from '#ui/lab/room.ts'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { Region } from './region.tsx'
import { RoomFrame } from './room-frame.tsx'
import { RoomSwitch } from './room-switch.tsx'
import { WorkFrame } from './work-frame.tsx'
import besideStyles from './lesson-beside.module.css'
import styles from './shell.module.css'
import wide from './wide.module.css'

const Stage = lazily(async () => (await import('#ui/parts/present/stage.tsx')).Stage)
const LessonColumn = lazily(async () => (await import('#ui/rooms/lessons/player/column.tsx')).LessonColumn)
const Notes = lazily(async () => (await import('#ui/parts/present/notes.tsx')).Notes)

/** Width of the handle that a folded column leaves. */
const handleWidth = 20

/** Folds the dock while the window is low, or a lesson is shown above the editor, so that the editor keeps enough lines. [UI14] */
function followHeight(lab: Lab): () => void {
  const low = '(max-height: 559px)'
  const query = matchMedia(lessonHere() === undefined ? low : `${low}, (max-width: 900px)`)
  const follow = (): void => lab.layout.setLow(query.matches)
  follow()
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}

/**
 * Runs commands of key presses until the page is unmounted. It begins before the first paint: a passive effect runs
 * some time after it, and on a busy machine a key that was pressed in between would be lost. [KB12]
 */
function useKeys(lab: Lab): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => dispatchKey(lab, event)
    const onEarlyKey = (event: KeyboardEvent) => dispatchAboveEditors(lab, event)
    document.addEventListener('keydown', onKey)
    document.addEventListener('keydown', onEarlyKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('keydown', onEarlyKey, { capture: true })
    }
  }, [lab])
}

/** Starts the listeners to the address bar, the height and the like, until the page is unmounted. */
function useListeners(lab: Lab): void {
  useEffect(() => {
    const endings = [
      rememberFocus(lab),
      keepFocus(),
      followAddress(lab),
      takeManifests(lab),
      followGhostWriter(lab),
      followSampleClients(lab),
      followHeight(lab),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [lab])
}

/** While the cursor is dragged, the window gets its title when it rests: a title takes the browser a millisecond. [PF3] */
const TITLE_REST_MS = 250

/** Names the window after the selected object and revision. A component of its own, so that a step draws it alone. */
function WindowTitle({ room }: { readonly room: string }) {
  const lab = useLab()
  const at = useCursorAt()
  const object = useStore(lab.selection, (state) => state.object?.name)
  const name = room === labRoom ? object : ''
  const title = lab.parts.rooms.find(({ id }) => id === room)?.title ?? 'Lab'
  useEffect(() => {
    const parts = [at === null ? '' : `At ${at}`, name ?? '', title, 'Orchard']
    const text = parts.filter((part) => part !== '').join(' · ')
    if (at === null) {
      document.title = text
      return undefined
    }
    const resting = setTimeout(() => (document.title = text), TITLE_REST_MS)
    return () => clearTimeout(resting)
  }, [name, at, title])
  return null
}

/** The page's heading, for screen reader users who navigate by headings. */
function Title({ room }: { readonly room: string }) {
  const { parts } = useLab()
  const title = parts.rooms.find(({ id }) => id === room)?.title ?? 'Lab'
  return <h1 className="visually-hidden">Orchard: {title}</h1>
}

/** Returns the sizes of the regions as custom properties of the grid. */
function useSizes(lab: Lab, isWide: boolean): CSSProperties {
  const { objects, inspector, dock, folded } = useStore(lab.layout)
  const hasLanes = useStore(railLanes(lab), ({ other }) => other !== null)
  return {
    ...(hasLanes ? { ['--h-rail' as string]: `${twoLanesHeight}px` } : {}),
    ['--objects' as string]: folded.objects ? `${handleWidth}px` : `${objects}px`,
    ['--inspector' as string]: isWide ? '0px' : folded.inspector ? `${handleWidth}px` : `${inspector}px`,
    ['--dock' as string]: folded.dock ? 'var(--h-folded)' : `${dock}px`,
  }
}

/** The four regions of the Lab; the inspector and the dock stay empty until `isWhole`. */
function LabRegions({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <>
      <Region name="objects">
        <PanelBoundary name="Objects">
          <ObjectsPanel />
        </PanelBoundary>
      </Region>
      <PanelBoundary name="The work area">
        <WorkFrame />
      </PanelBoundary>
      <Region name="inspector">
        <PanelBoundary name="The inspector">{isWhole && <InspectorFrame />}</PanelBoundary>
      </Region>
      <Region name="dock">
        <PanelBoundary name="The dock">{isWhole && <DockFrame />}</PanelBoundary>
      </Region>
    </>
  )
}

/**
 * Becomes true once the first drawing is on the screen: an opening page draws objects, the editor and the rail first, so
 * that they can be used before it draws the rest. [PF6]
 */
function useWholeAfterPaint(): boolean {
  const [isWhole, setWhole] = useState(false)
  // The second frame: an effect may run before the first.
  useEffect(() => afterPaint(() => nextFrame(() => startTransition(() => setWhole(true)))), [])
  return isWhole
}

/** `1` shows the stage of a presentation in place of the page, `notes` the speaker's notes. [PR1] */
const presented = (): string => new URLSearchParams(location.search).get('present') ?? ''

/** The lesson that is played in this tab's cluster. [LSN11] */
function LessonBeside() {
  return (
    <div className={besideStyles.lesson} data-place="lesson">
      <PanelBoundary name="The lesson">
        <Suspense fallback={<p role="status">The lesson is opening…</p>}>
          <LessonColumn />
        </Suspense>
      </PanelBoundary>
    </div>
  )
}

/** The frame of the page: header, regions and rail. */
export function Shell() {
  const lab = useLab()
  useKeys(lab)
  useListeners(lab)
  const isPast = useStore(lab.cursor, ({ at }) => at !== null)
  const room = useStore(lab.rooms, (state) => state.open)
  const isBranch = useShownCluster(lab).shown?.origin.type === 'branch'
  const [presentation] = useState(presented)
  const isWhole = useWholeAfterPaint()
  const [lesson] = useState(lessonHere)
  const hasLesson = lesson !== undefined && room !== 'lessons'
  const density = useStore(lab.layout, (state) => state.density)
  const workTab = useStore(lab.layout, (state) => state.workTab)
  const isWide = room === labRoom && lab.parts.work.some(({ id, isWide: takes }) => id === workTab && takes === true)
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  if (presentation !== '')
    return <Suspense fallback={null}>{presentation === 'notes' ? <Notes /> : <Stage />}</Suspense>
  return (
    <div
      className={classes(
        styles.app,
        isBranch && styles.isBranch,
        isPast && styles.isPast,
        isWide && wide.wide,
        hasLesson && besideStyles.beside,
      )}
      style={useSizes(lab, isWide)}
      data-testid="lab"
      data-lesson-frame={hasLesson ? '' : undefined}
    >
      <a
        className={styles.skip}
        href="#work"
        onClick={(event) => {
          if (focusEditor()) event.preventDefault()
        }}
      >
        To the editor
      </a>
      <Title room={room} />
      <WindowTitle room={room} />
      <PanelBoundary name="The header">
        <Header />
      </PanelBoundary>
      <Notices />
      {hasLesson && <LessonBeside />}
      {room === labRoom ? <LabRegions isWhole={isWhole} /> : <RoomFrame id={room} />}
      <PanelBoundary name="The rail">
        <Rail />
      </PanelBoundary>
      <RoomSwitch className={styles.bottom} />
      <Overlays />
    </div>
  )
}
