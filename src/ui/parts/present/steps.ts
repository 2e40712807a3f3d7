import type { MomentStep } from '#facts/moment.ts'
import type { RevisionRow } from '#facts/fact.ts'

/** Returns the steps of a presentation: its own, or one for each write. [PR1] */
export function stepsOf(own: readonly MomentStep[], rows: readonly RevisionRow[]): readonly MomentStep[] {
  if (own.length > 0) return own
  return rows.map((row) => ({
    title: `${row.actor.replace(/^system:serviceaccount:[^:]*:/, '')}: ${row.verb} ${row.kind} ${row.name}`,
    text: row.changes
      .slice(0, 4)
      .map(({ path, before, after }) => `${path}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`)
      .join('\n'),
    notes: '',
    at: row.revision,
    object: {
      resourceId: [row.group, row.version, row.resource].filter((part) => part !== '').join('.'),
      namespace: row.namespace,
      name: row.name,
    },
  }))
}

/** The action of a key on the stage; `null` for keys of the browser. [PR2] */
export function stageKey({
  key,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey'>): 'next' | 'back' | 'notes' | 'leave' | null {
  if (key === ' ') return shiftKey ? 'back' : 'next'
  if (key === 'ArrowRight' || key === 'PageDown') return 'next'
  if (key === 'ArrowLeft' || key === 'PageUp') return 'back'
  if (key === 'n' || key === 'N') return 'notes'
  return key === 'Escape' ? 'leave' : null
}
