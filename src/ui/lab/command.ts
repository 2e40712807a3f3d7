import type { IconName } from '#ui/kit/icon.tsx'
import type { Lab } from './lab.ts'

/** Headings of the keyboard sheet, in their order. */
export type CommandSection = 'Everywhere' | 'Time' | 'Objects' | 'Work' | 'Room' | 'Panels'

/** One thing a person can do, by key, by the palette, or both: one table for the sheet, the palette and the keys. [KB1] */
export interface Command {
  readonly id: string
  readonly section: CommandSection
  readonly title: string
  /**
   * Chords that run it: `Mod+k`, `Shift+F6`, `[`, `Shift+[`, ` `, and `g c` for two keys in turn. `Mod` is ⌘ on Apple's machines and Ctrl elsewhere.
   * A chord without `Mod` is a single key: off while typing, and off when the person switched them off (WCAG 2.1.4).
   */
  readonly keys: readonly string[]
  /** Line of the keyboard sheet that it shares with others: `Previous, next revision`. Its title when absent. */
  readonly row?: string
  readonly icon?: IconName
  /** A second line in the palette: what it would do now. */
  readonly note?: (lab: Lab) => string
  /** Absent in the palette and dead as a key while this says no. */
  readonly when?: (lab: Lab) => boolean
  /** Absent for keys that lists handle themselves; they stand on the sheet only. */
  readonly run?: (lab: Lab) => void
}
