import type { ComponentType } from 'react'
import type { ObjectRef } from '#ui/model/selection.ts'
import type { Command } from './command.ts'
import type { Lab } from './lab.ts'
import type { Room } from './room.ts'

/**
 * The contract between a part and the page. A part is a folder `ui/parts/<id>/` with a view (`part.tsx`), pure functions
 * that compute what the view draws, a store if it has state of its own, and a CSS module. It is registered by one line in
 * `ui/shell/parts.ts`. Views take no props: they read everything from `useLab()`.
 *
 * - Read the stores of {@link Lab}: `objects` and `view` (objects as of the cursor), `cluster` (facts), `cursor`,
 *   `selection`, `layout`.
 * - Send every write through `lab.send` (as the acting user) or `lab.read` (as the page itself).
 * - Show the past when `cursor.at` is a revision; `view` already does.
 */
interface Part {
  /** Stable, because saved layouts, URLs and commands contain it. */
  readonly id: string
  readonly title: string
  /** Commands of this part for the palette, the keyboard sheet and the keyboard. */
  readonly commands?: readonly Command[]
  /** The actions on an object, for the palette; `when` is not asked. */
  readonly objectActions?: (lab: Lab, object: ObjectRef) => readonly Command[]
  /** Fixes of the problems of the text that is being edited, for the palette. */
  readonly fixes?: (lab: Lab) => readonly Command[]
}

/** A tab of the dock. The number keys open the tabs in order. */
export interface DockPanel extends Part {
  /** The count next to the title; `null` for none. */
  readonly useCount?: () => number | null
  /** Buttons at the right end of the tab bar; shown while the tab is open. */
  readonly Tools?: ComponentType
  readonly Body: ComponentType
  /** Replaces the inspector while the tab is open and {@link useInspects} returns true. */
  readonly Inspector?: ComponentType
  readonly useInspects?: () => boolean
  /** True when the body shares the rail's axis: it gets no padding and no scroll bar on the left. */
  readonly onRailAxis?: boolean
}

/** A tab of the work area. */
export interface WorkPanel extends Part {
  readonly Tools?: ComponentType
  readonly Body: ComponentType
  /** Loads the code of the tab before it is opened. */
  readonly prefetch?: () => Promise<unknown>
  /** Folds the dock while the tab is open, as Request and Diff do. */
  readonly foldsDock?: boolean
  /** Takes the place of the inspector while the tab is open and the inspector is no drawer. */
  readonly isWide?: boolean
}

/** A section of the inspector about the selected object. */
export interface InspectorPanel extends Part {
  readonly Body: ComponentType
}

/** A dialog over the page that a command opens, such as the import sheet. */
export interface SheetPanel extends Part {
  /** Rendered only while the sheet is open; calls `close` to close it. */
  readonly Body: ComponentType<{ readonly close: () => void }>
  /** While this returns false, the menu of the cluster omits the sheet. */
  readonly when?: (lab: Lab) => boolean
}

/** All parts of the page, in the order of their tabs. Listed in `ui/shell/parts.ts`; views read `useLab().parts`. */
export interface Parts {
  readonly dock: readonly DockPanel[]
  readonly work: readonly WorkPanel[]
  readonly inspector: readonly InspectorPanel[]
  readonly sheets: readonly SheetPanel[]
  /** Commands of regions that are not parts, such as the rail. */
  readonly commands: readonly Command[]
  /** The rooms besides the Lab. */
  readonly rooms: readonly Room[]
}
