import type { ComponentType } from 'react'
import type { Command } from '../keyboard/command.ts'
import type { Room } from '../rooms/room.ts'

/**
 * How a part of the Lab plugs into the page. A panel is a folder `panels/<id>/` (or `work/<id>/`) with its own store,
 * view and CSS module, and one line in `panels/index.ts`. Views take no props: they read everything from `useLab()`.
 *
 * - A part that only draws gets what it needs from the stores of {@link Lab}: `objects` and `view` (as of the cursor),
 *   `cluster` (facts), `cursor`, `selection`, `layout`.
 * - Everything that changes the server goes through `lab.send` (as the person) or `lab.read` (as the page itself).
 * - A part must show the past when `cursor.at` is a revision; `view` already does.
 */
interface Part {
  /** Stable: it stands in saved layouts, URLs and commands. */
  readonly id: string
  readonly title: string
  /** Commands of this part: they stand in the palette and on the keyboard sheet, and their keys work. */
  readonly commands?: readonly Command[]
}

/** A tab of the dock. The number keys open the tabs in order. */
export interface DockPanel extends Part {
  /** The small number after the title; `null` for none. */
  readonly useCount?: () => number | null
  /** Buttons at the right of the tabs; shown while the tab is open. */
  readonly Tools?: ComponentType
  readonly Body: ComponentType
  /** Takes the inspector's place while the tab is open; `null` from {@link useInspects} gives the place back. */
  readonly Inspector?: ComponentType
  readonly useInspects?: () => boolean
  /** True when the body wants the rail's axis: no padding, no scroll at the left. */
  readonly onRailAxis?: boolean
}

/** A tab of the work area. */
export interface WorkPanel extends Part {
  readonly Tools?: ComponentType
  readonly Body: ComponentType
  /** Folds the dock while the tab is open, as Request and Diff do. */
  readonly foldsDock?: boolean
}

/** What the inspector shows of the selected object, one section after the other. */
export interface InspectorPanel extends Part {
  readonly Body: ComponentType
}

/** Something that floats over the page and is opened by a command, such as the import sheet. */
export interface SheetPanel extends Part {
  /** Drawn only while the sheet is open; calls `close` to end. */
  readonly Body: ComponentType<{ readonly close: () => void }>
}

/** All parts of the page, in the order of their tabs. The list is `panels/index.ts`; views read it from `useLab().parts`. */
export interface Parts {
  readonly dock: readonly DockPanel[]
  readonly work: readonly WorkPanel[]
  readonly inspector: readonly InspectorPanel[]
  readonly sheets: readonly SheetPanel[]
  /** The rooms beside the Lab: `rooms/index.ts`. */
  readonly rooms: readonly Room[]
}
