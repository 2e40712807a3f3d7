import type { IconName } from '#ui/kit/icon.tsx'
import type { Lab } from './lab.ts'

/** Headings of the keyboard sheet, in display order. */
export type CommandSection = 'Everywhere' | 'Time' | 'Objects' | 'Work' | 'Room' | 'Panels'

/**
 * A user action that is run by key, by the palette, or both. One table of commands feeds the sheet, the palette and the
 * keys. [KB1]
 */
export interface Command {
  readonly id: string
  readonly section: CommandSection
  readonly title: string
  /**
   * Chords that run the command: `Mod+k`, `Shift+F6`, `[`, `Shift+[`, ` `, and `g c` for two keys in sequence. `Mod` is
   * ⌘ on Apple platforms and Ctrl elsewhere. A chord without `Mod` is a single key: ignored while the user types, and
   * when the user disabled single keys (WCAG 2.1.4).
   */
  readonly keys: readonly string[]
  /** True for chords with `Mod` that run in an editor too, where the editor has a meaning of its own for them. */
  readonly isAboveEditors?: boolean
  /** A row of the keyboard sheet shared by several commands, such as `Previous, next revision`. Default: the title. */
  readonly row?: string
  readonly icon?: IconName
  /** A second line in the palette: what the command would do now. */
  readonly note?: (lab: Lab) => string
  /** While this returns false, the palette omits the command and its keys do nothing. */
  readonly when?: (lab: Lab) => boolean
  /** True for a command that other rooms than the Lab neither list nor run. */
  readonly isOfLab?: boolean
  /** Absent for keys that lists handle themselves: these are only listed on the keyboard sheet. */
  readonly run?: (lab: Lab) => void
}
