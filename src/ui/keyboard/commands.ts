import { hasWork, askExpire, meantWrite, openDiff, openDock, openWork } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { Region } from '#ui/model/layout.ts'
import { ghostWriterCommand } from '#ui/lab/actors/ghost-writer-store.ts'
import { nextTheme, type Theme } from '#ui/kit/theme-store.ts'
import type { Command } from '#ui/lab/command.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { cycleRegion, focusFilter } from './regions.ts'
import { timeCommands } from './time-commands.ts'
import { labRoom, type Room } from '#ui/lab/room.ts'

/** False for a command of the Lab while another room is open: its keys do nothing there, and no list names it. [KB8] */
export const isOfRoom = ({ isOfLab }: Command, room: string): boolean => isOfLab !== true || room === labRoom

/** Reports whether a command can be run now. */
export const isOffered = (lab: Lab, command: Command): boolean =>
  isOfRoom(command, lab.rooms.getState().open) && command.when?.(lab) !== false

const everywhere: readonly Command[] = [
  {
    id: 'palette',
    section: 'Everywhere',
    title: 'Search and commands',
    keys: ['Mod+k', ':'],
    isAboveEditors: true,
    icon: 'search',
    run: (lab) => lab.overlay.open('palette'),
  },
  { id: 'filter', section: 'Everywhere', title: 'Filter this list', keys: ['/'], icon: 'filter', run: focusFilter },
  {
    id: 'next-region',
    section: 'Everywhere',
    row: 'Next, previous region',
    title: 'Next region',
    keys: ['F6'],
    run: (lab) => cycleRegion(lab, 1),
  },
  {
    id: 'previous-region',
    section: 'Everywhere',
    row: 'Next, previous region',
    title: 'Previous region',
    keys: ['Shift+F6'],
    run: (lab) => cycleRegion(lab, -1),
  },
  {
    id: 'keys',
    section: 'Everywhere',
    title: 'Keyboard: all keys, and the legend of the marks',
    row: 'This sheet',
    keys: ['?'],
    icon: 'info',
    run: (lab) => lab.overlay.open('keys'),
  },
]

const objects: readonly Command[] = [
  { id: 'rows', section: 'Objects', title: 'Next, previous row', keys: ['j', 'k'] },
  { id: 'open-row', section: 'Objects', title: 'Open, up a level', keys: ['Enter', 'Escape'] },
  {
    id: 'yaml',
    section: 'Objects',
    title: 'YAML',
    keys: ['y'],
    icon: 'file',
    isOfLab: true,
    when: (lab) => hasWork(lab, 'yaml'),
    run: (lab) => openWork(lab, 'yaml'),
  },
  {
    id: 'diff',
    section: 'Objects',
    title: 'Diff with the version before',
    keys: ['d'],
    icon: 'goto',
    isOfLab: true,
    when: (lab) => hasWork(lab, 'diff') && meantWrite(lab) !== undefined,
    run: (lab) => {
      const row = meantWrite(lab)
      if (row !== undefined) openDiff(lab, row)
    },
  },
]

/** Folds a region; on a narrow page, where the region floats, toggles it. */
export function toggleRegion(lab: Lab, region: Region): void {
  const floats = region === 'inspector' ? innerWidth < 1180 : region === 'objects' && innerWidth <= 900
  if (floats) lab.layout.toggleDrawer(region)
  else lab.layout.toggleFold(region)
}

const panels: readonly Command[] = [
  {
    id: 'dock',
    section: 'Panels',
    title: 'Dock',
    keys: ['Mod+j'],
    isAboveEditors: true,
    isOfLab: true,
    run: (lab) => toggleRegion(lab, 'dock'),
  },
  {
    id: 'objects',
    section: 'Panels',
    title: 'Objects',
    keys: ['Mod+b'],
    isAboveEditors: true,
    isOfLab: true,
    run: (lab) => toggleRegion(lab, 'objects'),
  },
  {
    id: 'inspector',
    section: 'Panels',
    title: 'Inspector',
    keys: ['Mod+i'],
    isAboveEditors: true,
    isOfLab: true,
    run: (lab) => toggleRegion(lab, 'inspector'),
  },
]

const rows: readonly Command[] = [
  {
    id: 'density',
    section: 'Panels',
    title: 'Rows: 28 or 32',
    keys: ['\\'],
    icon: 'menu',
    run: (lab) => lab.layout.toggleDensity(),
  },
]

const chooseTheme = (theme: Theme, title: string): Command => ({
  id: `theme-${theme}`,
  section: 'Everywhere',
  title: `Theme: ${title}`,
  keys: [],
  icon: 'theme',
  run: (lab) => lab.theme.choose(theme),
})

const extras: readonly Command[] = [
  chooseTheme('system', 'follow the system'),
  chooseTheme('light', 'light'),
  chooseTheme('dark', 'dark'),
  chooseTheme('contrast', 'high contrast'),
  {
    id: 'expire',
    section: 'Time',
    title: 'Expire history…',
    keys: [],
    icon: 'warn',
    note: () => 'asks up to where',
    run: (lab) => askExpire(lab),
  },
  ghostWriterCommand,
]

const dockTabs = (lab: Lab): readonly Command[] =>
  lab.parts.dock.map((part, at) => ({
    id: `dock-${part.id}`,
    section: 'Panels',
    title: `Dock: ${part.title}`,
    keys: at < 9 ? [String(at + 1)] : [],
    row: 'Dock tabs in order',
    isOfLab: true,
    run: () => openDock(lab, part.id),
  }))

/** The rooms of the page, the Lab first. */
export const roomsOf = (lab: Lab): readonly Pick<Room, 'id' | 'title' | 'keys'>[] => [
  { id: labRoom, title: 'Lab', keys: 'g l' },
  ...lab.parts.rooms,
]

const roomCommands = (lab: Lab): readonly Command[] =>
  roomsOf(lab).map(({ id, title, keys }, _, rooms) => ({
    id: `room-${id}`,
    section: 'Everywhere',
    title: `Go to ${title}`,
    row: `Go to ${rooms.map((room) => room.title).join(', ')}`,
    keys: [keys],
    icon: 'goto',
    run: () => lab.goTo(id),
  }))

/** Returns the commands of the open room, once it is loaded. */
function ofOpenRoom(lab: Lab): readonly Command[] {
  const { open, views } = lab.rooms.getState()
  return views[open]?.commands ?? []
}

/** Returns all commands of the page: its own and those of its parts. [KB1] */
export function allCommands(lab: Lab): readonly Command[] {
  const ofParts = partsOf(lab).flatMap((part) => part.commands ?? [])
  return [
    ...everywhere,
    ...roomCommands(lab),
    ...ofOpenRoom(lab),
    ...timeCommands,
    ...objects,
    ...panels,
    ...lab.parts.commands,
    ...rows,
    ...dockTabs(lab),
    ...ofParts,
    ...extras,
  ]
}

const partsOf = ({ parts: { dock, work, inspector, sheets } }: Lab) => [...dock, ...work, ...inspector, ...sheets]

/** Returns what can be done with an object. [KB7] */
export const objectActions = (lab: Lab, object: ObjectRef): readonly Command[] =>
  [...lab.parts.work, ...lab.parts.inspector, ...lab.parts.dock].flatMap(
    (part) => part.objectActions?.(lab, object) ?? [],
  )

/** Returns the quick fixes of the open room's text. [KB7] */
export function fixesNow(lab: Lab): readonly Command[] {
  const { open, views } = lab.rooms.getState()
  if (open !== labRoom) return views[open]?.fixes?.(lab) ?? []
  return partsOf(lab).flatMap((part) => part.fixes?.(lab) ?? [])
}

/** Switches to the next theme in the cycle. */
export const cycleTheme = (lab: Lab): void => lab.theme.choose(nextTheme(lab.theme.getState()))
