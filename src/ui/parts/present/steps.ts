import type { ClusterInfo } from '#facts/clusters-api.ts'
import type { MomentStep } from '#facts/moment.ts'
import type { PathChange, RevisionRow } from '#facts/fact.ts'
import { shortPath } from '#ui/kit/changes/path-words.ts'
import { shortChange } from '#ui/kit/changes/short-difference.ts'

const LINES_MAX = 4

/** Leaves out the fields that every write changes. */
const isOfInterest = ({ path }: PathChange): boolean =>
  !/^metadata\.(?:managedFields|generation|resourceVersion|uid|creationTimestamp)/.test(path)

function textOfChange({ path, before, after }: PathChange): string {
  const [one, other] = shortChange(before ?? 'nothing', after ?? 'nothing')
  return `${shortPath(path)}: ${one} → ${other}`
}

/** Returns the steps of a presentation: its own, or one for each write. [PR1] */
export function stepsOf(own: readonly MomentStep[], rows: readonly RevisionRow[]): readonly MomentStep[] {
  if (own.length > 0) return own
  return rows.map((row) => ({
    title: `${row.actor.replace(/^system:serviceaccount:[^:]*:/, '')}: ${row.verb} ${row.kind} ${row.name}`,
    text: row.changes.filter(isOfInterest).slice(0, LINES_MAX).map(textOfChange).join('\n'),
    notes: '',
    at: row.revision,
    object: {
      resourceId: [row.group, row.version, row.resource].filter((part) => part !== '').join('.'),
      namespace: row.namespace,
      name: row.name,
    },
  }))
}

/** The title of a presentation: that of its cluster, without the revision that an opened moment carries at its end. [PR6] */
export const stageTitle = ({ title, origin }: Pick<ClusterInfo, 'title' | 'origin'>): string =>
  origin.type === 'moment' ? title.replace(/ at [0-9]+(?: \([0-9]+\))?$/, '') : title

export type StageAction = 'next' | 'back' | 'notes' | 'leave' | 'send'

/** The action of a key on the stage; `null` for keys of the browser. [PR2] */
export function stageKey({
  key,
  shiftKey,
  isCommand = false,
}: Pick<KeyboardEvent, 'key' | 'shiftKey'> & { readonly isCommand?: boolean }): StageAction | null {
  if (isCommand) return key === 'Enter' ? 'send' : null
  if (key === ' ') return shiftKey ? 'back' : 'next'
  if (key === 'ArrowRight' || key === 'PageDown') return 'next'
  if (key === 'ArrowLeft' || key === 'PageUp') return 'back'
  if (key === 'n' || key === 'N') return 'notes'
  return key === 'Escape' ? 'leave' : null
}
