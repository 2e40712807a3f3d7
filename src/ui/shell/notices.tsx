import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { attempt } from '#ui/lab/actions.ts'
import { lazily } from '#ui/kit/later.tsx'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { MenuButton, type MenuItem } from '#ui/kit/menu.tsx'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { StartLife } from '#ui/parts/loops/life-switch.tsx'
import { UndoSaid } from '#ui/parts/undo/undo-said.tsx'
import { readSaved, save } from '#ui/model/saved.ts'
import { isLedByLesson, recordingHere } from '#ui/lab/lesson-recording.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { runInRoom } from '#ui/lab/run-in-room.ts'
import { startTour } from '#ui/shell/tour/coach-store.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useHostStatus } from './starting.tsx'
import styles from './notices.module.css'

/** Commands to bring own objects and the configuration of an own server. */
const bringItems = (lab: Lab): readonly MenuItem[] => [
  { id: 'objects', label: 'Objects, as YAML or JSON…', run: () => lab.overlay.open('import') },
  { id: 'file', label: 'A configuration file of a server', run: () => lab.goTo('config') },
  {
    id: 'flags',
    label: 'The flags of a server…',
    run: () => void attempt(lab, runInRoom(lab, 'config', 'config-flags')),
  },
]

/** The notice of the first visit with three ways in; dismissed once read. [LSN17] */
function Welcome() {
  const lab = useLab()
  const [isSeen, setSeen] = useState(() => isLedByLesson() || readSaved('welcome', { seen: false }).seen)
  if (isSeen) return null
  return (
    <div className={styles.strip} role="note" data-welcome="">
      <p>
        <b>A whole API server in this tab.</b> Nothing is sent anywhere. It is saved as you go.
      </p>
      <Button size="small" look="ghost" onClick={() => startTour(lab)}>
        Look around
      </Button>
      <StartLife />
      <Button size="small" look="ghost" onClick={() => lab.goTo('lessons')}>
        Learn by lessons
      </Button>
      <MenuButton size="small" look="ghost" menuLabel="Bring your own" sections={[{ items: bringItems(lab) }]}>
        Bring your own
      </MenuButton>
      <IconButton
        icon="x"
        iconSize={14}
        size="small"
        className={styles.close}
        label="Dismiss"
        onClick={() => {
          save('welcome', { seen: true })
          setSeen(true)
        }}
      />
    </div>
  )
}

function RefusalCard() {
  const { overlay } = useLab()
  const refusal = useStore(overlay, (state) => state.refusal)
  if (refusal === '') return null
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">Refused</Pill>
        <code>{refusal}</code>
        <span className={styles.fill} />
        <Button size="small" onClick={() => overlay.dismissRefusal()}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}

// Not in the first load: few visits see them.
const OpenedNotice = lazily(async () => (await import('#ui/parts/share/opened-notice.tsx')).OpenedNotice)
const PromotedNotice = lazily(async () => (await import('#ui/parts/clusters/promoted-notice.tsx')).PromotedNotice)
const StoppedCard = lazily(async () => (await import('./notices/host-cards.tsx')).StoppedCard)
const StorageCard = lazily(async () => (await import('./notices/host-cards.tsx')).StorageCard)
const LostCard = lazily(async () => (await import('./notices/host-cards.tsx')).LostCard)
const MissingCluster = lazily(async () => (await import('./notices/host-cards.tsx')).MissingCluster)
const RecordingBar = lazily(async () => (await import('#ui/rooms/lessons/builder/recording-bar.tsx')).RecordingBar)

const DemoBar = lazily(async () => (await import('#ui/rooms/lessons/player/demo-bar.tsx')).DemoBar)

/** The address asks that a lesson plays by itself. [LSN23] */
const asksForDemo = (): boolean => new URLSearchParams(location.search).has('demo')

/** Says that a lesson plays by itself. */
function Demo() {
  const [isAsked] = useState(asksForDemo)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <DemoBar />
    </Suspense>
  )
}

/** Says that a lesson is recorded on this tab's cluster. [LSN19] */
function Recording() {
  const [id] = useState(recordingHere)
  if (id === '') return null
  return (
    <Suspense fallback={null}>
      <RecordingBar id={id} />
    </Suspense>
  )
}

/** Shows each problem, what still works, and the one next action. No notice disappears without the user. */
export function Notices() {
  return (
    <div className={styles.notices}>
      <PanelBoundary name="A notice">
        <AllNotices />
      </PanelBoundary>
    </div>
  )
}

function AllNotices() {
  const { storage, stopped, elsewhere } = useHostStatus()
  const isLost = useStore(useLab().cluster, ({ connection }) => connection === 'lost')
  // Before the address is written anew.
  const [missing] = useState(() => new URLSearchParams(location.search).get('missing') ?? '')
  return (
    <>
      {elsewhere === '' && <Welcome />}
      <Recording />
      <Demo />
      <Suspense fallback={null}>
        <OpenedNotice className={styles.strip ?? ''} />
        {readSaved('promoted', { branch: '' }).branch !== '' && <PromotedNotice className={styles.strip ?? ''} />}
        {missing !== '' && <MissingCluster name={missing} />}
        {'message' in storage && <StorageCard storage={storage} />}
        {stopped === null && isLost && <LostCard elsewhere={elsewhere} />}
      </Suspense>
      {stopped !== null && (
        <PanelBoundary name="The report of the server">
          <Suspense fallback={null}>
            <StoppedCard stopped={stopped} />
          </Suspense>
        </PanelBoundary>
      )}
      <UndoSaid className={styles.strip ?? ''} />
      <RefusalCard />
    </>
  )
}
