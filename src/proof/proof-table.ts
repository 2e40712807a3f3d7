import type { Difference } from './differences.ts'
import type { FamilyRow } from './measured.ts'

/** The agreement of this build with the recordings of the original, and what is known to differ. */
export interface ProofTable {
  /** Version of this build. */
  readonly version: string
  readonly families: readonly FamilyRow[]
  readonly differences: readonly Difference[]
}
