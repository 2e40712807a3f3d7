import type { RevisionRow } from '#facts/fact.ts'

/** A write that was taken back, by undo or redo. */
export interface TakenBack {
  /** The revision that was taken back. */
  readonly revision: number
  /**
   * The newest revision when the request was sent. The first later write of the object is the one that took the
   * revision back.
   */
  readonly after: number
  readonly isRedo: boolean
}

type Written = Pick<RevisionRow, 'revision' | 'actor' | 'group' | 'resource' | 'namespace' | 'name'>

const isSameObject = (one: Written, other: Written): boolean =>
  one.group === other.group &&
  one.resource === other.resource &&
  one.namespace === other.namespace &&
  one.name === other.name

/** Returns the revision of the write that took something back; `null` until it is on the rail. */
function revisionBy(rows: readonly Written[], { revision, after }: TakenBack, actor: string): number | null {
  const undone = rows.find((row) => row.revision === revision)
  if (undone === undefined) return null
  const by = rows.find((row) => row.revision > after && row.actor === actor && isSameObject(row, undone))
  return by?.revision ?? null
}

/** The writes that undo and redo would take back now; `null` for none. */
export interface UndoChoices {
  readonly undo: number | null
  readonly redo: number | null
}

/**
 * Undo takes back the newest write of the person that is not taken back; redo takes back the newest undo, until the
 * person writes anew. `rows` are in the order of their revisions. [UN1] [UN3]
 */
export function undoChoices(rows: readonly Written[], taken: readonly TakenBack[], actor: string): UndoChoices {
  if (taken.length === 0) return { undo: rows.findLast((row) => row.actor === actor)?.revision ?? null, redo: null }
  const byRevision = new Map<number, TakenBack>()
  for (const one of taken) {
    const by = revisionBy(rows, one, actor)
    if (by !== null) byRevision.set(by, one)
  }
  const undone: number[] = []
  let redo: number[] = []
  const standing: number[] = []
  for (const { revision, actor: writer } of rows) {
    if (writer !== actor) continue
    const one = byRevision.get(revision)
    if (one === undefined) {
      standing.push(revision)
      redo = []
    } else if (one.isRedo) {
      redo.pop()
      const again = undone.pop()
      if (again !== undefined) standing.push(again)
    } else {
      standing.splice(standing.indexOf(one.revision), 1)
      undone.push(one.revision)
      redo.push(revision)
    }
  }
  return { undo: standing.at(-1) ?? null, redo: redo.at(-1) ?? null }
}
