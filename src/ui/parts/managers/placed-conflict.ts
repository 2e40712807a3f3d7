import type { FieldConflict } from './conflicts.ts'

/** A field in dispute at its line. */
export interface PlacedConflict extends FieldConflict {
  readonly line: number
}

/** Height of the room under a line in dispute, in px. */
export const zoneHeight = 36
