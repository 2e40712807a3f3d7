import type { RevisionRow } from '#facts/fact.ts'
import { changeText, verbPast } from '#ui/kit/changes/change-words.ts'
import { writerName } from '#ui/model/actor-name.ts'

/** Describes one write for screen readers: `Revision 128, alice patched Deployment web, spec.replicas 3 to 5`. */
export function revisionWords(row: RevisionRow): string {
  return `Revision ${row.revision}, ${writerName(row)} ${verbPast(row)} ${row.kind} ${row.name}, ${changeText(row)}`
}

/** Returns the value text of the rail's slider. [RL8] */
export function railValueText(row: RevisionRow | undefined, at: number | null): string {
  const where = at === null ? 'Live' : 'Viewing the past'
  return row === undefined ? `${where}. No revision is kept` : `${where}. ${revisionWords(row)}`
}
