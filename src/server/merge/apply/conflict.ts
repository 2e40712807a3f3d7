import type { FieldSet } from '#server/merge/managed-fields/field-set.ts'
import type { Path } from '#server/merge/managed-fields/field-set-element.ts'

/** Fields that another manager owns with another value. */
export interface Conflict {
  readonly manager: string
  readonly path: Path
}

/** Thrown when an apply without force would take fields from other managers. */
export class ApplyConflicts extends Error {
  readonly conflicts: readonly Conflict[]

  constructor(conflicts: readonly Conflict[]) {
    super('apply conflicts')
    this.name = 'ApplyConflicts'
    this.conflicts = conflicts
  }
}

/** The fields that one manager owns, in the field names of one API version. */
export interface OwnedSet {
  readonly set: FieldSet
  readonly apiVersion: string
  readonly applied: boolean
}

/** By manager identifier. */
export type Owners = ReadonlyMap<string, OwnedSet>
