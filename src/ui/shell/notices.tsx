import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import type { HostStorage } from '#facts/host-status.ts'
import { attempt } from '#ui/lab/actions.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { MenuButton, type MenuItem } from '#ui/kit/menu.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { StartLife } from '#ui/parts/loops/life-switch.tsx'
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

/** Says that the cluster of the address does not exist in this browser. [MC5] */
function MissingCluster() {
  const [name, setName] = useState(() => new URLSearchParams(location.search).get('missing') ?? '')
  if (name === '') return null
  return (
    <div className={styles.strip} role="alert">
      <p>
        <b>There is no cluster “{name}” in this browser.</b> This is the one that was made first.
      </p>
      <IconButton icon="x" iconSize={14} size="small" label="Dismiss" onClick={() => setName('')} />
    </div>
  )
}

const storageWords: Readonly<Record<'fenced' | 'versionchange' | 'error', readonly [string, string]>> = {
  fenced: ['Held by another tab', 'Another tab took the database over; this one no longer writes.'],
  versionchange: ['Newer version', 'Another tab runs a newer Orchard and needs the database. Reload this one.'],
  error: ['Storage failed', 'The database below the server cannot be used.'],
}

function StorageCard({ storage }: { readonly storage: HostStorage }) {
  const { host } = useLab()
  if (!('message' in storage)) return null
  if (storage.type === 'full')
    return (
      <Suspense fallback={null}>
        <FullCard message={storage.message} />
      </Suspense>
    )
  const [title, words] = storageWords[storage.type]
  return (
    <div className={styles.card} role="alert">
      <div className={styles.line}>
        <Pill tone="refused">{title}</Pill>
        <b>{words}</b>
        <span>{storage.message}</span>
        <span className={styles.fill} />
        {storage.type === 'fenced' ? (
          <Button size="small" onClick={() => void host.actions.takeOver()}>
            Take over
          </Button>
        ) : (
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </div>
  )
}

function LostCard() {
  const connection = useStore(useLab().cluster, (state) => state.connection)
  if (connection !== 'lost') return null
  return (
    <div className={classes(styles.card, styles.quiet)} role="status">
      <p>
        <b>The event stream broke.</b> The page may show old data until it is reopened.
      </p>
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
const OpenedNotice = lazy(() =>
  import('#ui/parts/share/opened-notice.tsx').then((part) => ({ default: part.OpenedNotice })),
)
const StoppedCard = lazy(() => import('./notices/host-cards.tsx').then((part) => ({ default: part.StoppedCard })))
const FullCard = lazy(() => import('./notices/host-cards.tsx').then((part) => ({ default: part.FullCard })))
const RecordingBar = lazy(() =>
  import('#ui/rooms/lessons/builder/recording-bar.tsx').then((part) => ({ default: part.RecordingBar })),
)

const DemoBar = lazy(() => import('#ui/rooms/lessons/player/demo-bar.tsx').then((part) => ({ default: part.DemoBar })))

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
  const { storage, stopped, elsewhere } = useHostStatus()
  return (
    <div className={styles.notices}>
      {elsewhere === '' && <Welcome />}
      <MissingCluster />
      <Recording />
      <Demo />
      <Suspense fallback={null}>
        <OpenedNotice className={styles.strip ?? ''} />
      </Suspense>
      {stopped !== null && (
        <Suspense fallback={null}>
          <StoppedCard stopped={stopped} />
        </Suspense>
      )}
      <StorageCard storage={storage} />
      {stopped === null && <LostCard />}
      <RefusalCard />
    </div>
  )
}
