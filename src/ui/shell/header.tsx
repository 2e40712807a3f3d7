import { useStore } from 'zustand'
import { attempt, travelTo } from '#ui/lab/actions.ts'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { cycleTheme } from '#ui/keyboard/commands.ts'
import { offeredPeople } from '#ui/model/actor.ts'
import { nextRate } from '#ui/model/clock.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { clockText } from '#ui/model/words.ts'
import { UndoButtons } from '#ui/parts/undo/undo-buttons.tsx'
import { LifeSwitch } from '#ui/parts/loops/life-switch.tsx'
import { TerminalChip } from '#ui/parts/terminal/chip.tsx'
import { createGhostWriter, hasBooks } from '#ui/lab/actors/ghost-writer-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useShownCluster } from '#ui/parts/clusters/part.tsx'
import { ClusterMenu } from './cluster-menu.tsx'
import { labRoom } from '#ui/lab/room.ts'
import { HostPills } from './host-pills.tsx'
import { RoomSwitch } from './room-switch.tsx'
import styles from './header.module.css'

function Mark() {
  return (
    <svg width={28} height={20} viewBox="0 0 28 20" aria-hidden="true">
      <path d="M1 13.5H27" stroke="var(--border-2)" strokeWidth={1.5} />
      <circle cx={6} cy={13.5} r={3.4} fill="var(--text)" />
      <path d="M14 9.3l4.2 4.2-4.2 4.2-4.2-4.2z" fill="var(--text)" />
      <path d="M26.2 13.5l-6 3.6v-7.2z" fill="var(--accent)" />
      <path
        d="M6 8.5C7 3.5 13 3.5 14 7.5M14 7.5C15 3.5 20.5 3.5 22 8.5"
        fill="none"
        stroke="var(--accent)"
        strokeWidth={1.4}
      />
    </svg>
  )
}

/** The server's clock: it can be paused, advanced by one second, and sped up. */
function Clock() {
  const lab = useLab()
  const { nowMs, frozen, rate } = useStore(lab.clock.store)
  const at = useStore(lab.cursor, (state) => state.at)
  const pastMs = useStore(lab.cluster, ({ rows }) => (at === null ? undefined : rows[lastIndexAt(rows, at)]?.timeMs))
  return (
    <div className={styles.group} role="group" aria-label="Clock">
      <IconButton
        icon={frozen ? 'play' : 'pause'}
        label={frozen ? 'Run the clock' : 'Pause the clock'}
        aria-keyshortcuts="Space"
        onClick={() => void attempt(lab, lab.clock.setFrozen(!frozen))}
      />
      <IconButton
        icon="step"
        label="Step one tick"
        className={styles.step}
        aria-keyshortcuts="."
        disabled={!frozen}
        onClick={() => void attempt(lab, lab.clock.step())}
      />
      <time className={classes(styles.clock, at !== null && styles.isPast)}>{clockText(pastMs ?? nowMs)}</time>
      <Button
        look="ghost"
        className={styles.rate}
        aria-label={`Clock rate ${rate}, change to ${nextRate(rate)}`}
        title="How fast the server's clock runs"
        onClick={() => lab.clock.setRate(nextRate(rate))}
      >
        {rate}×
      </Button>
    </div>
  )
}

/** Shows whether the sample's ghost writer writes, and switches it. Absent in clusters without the sample's books. [IM6] */
function GhostSwitch() {
  const lab = useLab()
  const ghost = partState(lab, createGhostWriter)
  const isOn = useStore(ghost.store, (state) => state.isOn)
  const isThere = useStore(lab.objects, () => hasBooks(lab))
  if (!isThere) return null
  return (
    <IconButton
      icon="bolt"
      label="Ghost writer"
      title={
        isOn ? 'Ghost writer: stock-bot sells a book every 4 s. Stop it' : 'Ghost writer: stock-bot is idle. Start it'
      }
      aria-pressed={isOn}
      className={styles.ghost}
      onClick={() => ghost.toggle()}
    />
  )
}

/** The menu of the user that the page acts as. */
function ActorMenu() {
  const { actor } = useLab()
  const current = useStore(actor)
  const { name } = current
  const people = offeredPeople()
  // A user chosen in the Access room, possibly with a token.
  const known = people.some((person) => person.name === name) ? people : [...people, current]
  return (
    <MenuButton
      look="ghost"
      className={styles.who}
      menuLabel="Acting as"
      aria-label={`Acting as ${name}`}
      chosen={[name]}
      sections={[
        {
          heading: 'Writes carry this name',
          items: known.map((person) => ({
            id: person.name,
            label: person.name,
            note: person.groups[0],
            run: () => actor.choose(person),
          })),
        },
      ]}
    >
      <Icon name="user" />
      <span className={styles.wide}>acting as</span> <b>{name}</b>
    </MenuButton>
  )
}

/** Shares the moment that the page shows. Not there for a server that has no list of clusters. [SH12] */
function ShareButton() {
  const lab = useLab()
  const { shown } = useShownCluster(lab)
  if (shown === undefined) return null
  return (
    <Button
      icon="lift"
      className={styles.share}
      aria-label="Share this moment"
      aria-keyshortcuts="Control+S Meta+S"
      onClick={() => lab.overlay.open('share')}
    >
      <span>Share</span>
    </Button>
  )
}

/** The header: brand, room, cluster, clock, acting user, search and theme, always in the same positions. */
export function Header() {
  const lab = useLab()
  const theme = useStore(lab.theme)
  return (
    <header className={styles.header} data-region="header">
      <a
        className={styles.brand}
        href="./"
        aria-label="Orchard"
        onClick={(event) => {
          event.preventDefault()
          travelTo(lab, null)
          lab.goTo(labRoom)
        }}
      >
        <Mark />
        <span>Orchard</span>
      </a>
      <RoomSwitch className={styles.rooms} />
      <div className={styles.separator} />
      <ClusterMenu className={styles.saved ?? ''} />
      <HostPills />
      <TerminalChip />
      <div className={styles.fill} />
      <LifeSwitch className={styles.life} />
      <GhostSwitch />
      <Clock />
      <UndoButtons />
      <ActorMenu />
      <ShareButton />
      <button
        type="button"
        className={styles.find}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => lab.overlay.open('palette')}
      >
        <Icon name="search" />
        <span>Search or run</span>
        <kbd>{chordText('Mod+k')}</kbd>
      </button>
      <IconButton icon="theme" label={`Theme: ${theme}. Change`} onClick={() => cycleTheme(lab)} />
    </header>
  )
}
