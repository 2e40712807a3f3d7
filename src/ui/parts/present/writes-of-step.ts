import type { RevisionRow } from '#facts/fact.ts'
import type { MomentStep } from '#facts/moment.ts'

/** A write of the object of a step, as the picture shows it. */
export interface PicturedWrite {
  readonly row: RevisionRow
  /** The writers of the picture take the two sides in turn: the first one the left. */
  readonly side: 'left' | 'right'
}

const WRITES_MAX = 4

const isOf = (row: RevisionRow, object: NonNullable<MomentStep['object']>): boolean =>
  [row.group, row.version, row.resource].filter((part) => part !== '').join('.') === object.resourceId &&
  row.namespace === object.namespace &&
  row.name === object.name

/** Returns the last writes of the step's object, up to its revision, oldest first. [PR5] */
export function writesOfStep(
  step: Pick<MomentStep, 'at' | 'object'> | undefined,
  rows: readonly RevisionRow[],
): readonly PicturedWrite[] {
  const object = step?.object ?? null
  if (step === undefined || object === null) return []
  const until = step.at ?? Infinity
  const own = rows.filter((row) => row.revision <= until && isOf(row, object)).slice(-WRITES_MAX)
  const first = own[0]?.actor
  return own.map((row) => ({ row, side: row.actor === first ? 'left' : 'right' }))
}
