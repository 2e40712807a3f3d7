import type { FinishedRequest, RevisionRow } from '#facts/fact.ts'

/** The request of a write: the revision that it wrote, and its id. */
type Writer = Pick<FinishedRequest, 'id' | 'wrote'>

/** Returns the indexes of the rows that clients of a bridge wrote, within the drawn range. [BR7] */
export function terminalWrites(
  requests: readonly Writer[],
  isTerminal: (id: number) => boolean,
  rows: readonly RevisionRow[],
  { first, end }: { readonly first: number; readonly end: number },
): readonly number[] {
  const revisions = new Set(requests.filter(({ id, wrote }) => wrote > 0 && isTerminal(id)).map(({ wrote }) => wrote))
  return rows.slice(first, end).flatMap(({ revision }, at) => (revisions.has(revision) ? [first + at] : []))
}
