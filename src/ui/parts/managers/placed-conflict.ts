import type { FieldConflict } from './conflicts.ts'

/** A conflicting field with its line. */
export interface PlacedConflict extends FieldConflict {
  readonly line: number
}

/** Height of the zone below a conflicting line, in px. */
export const zoneHeight = 36
