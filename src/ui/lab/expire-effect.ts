import type { ContinueTokenInfo, RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { countText, numberText } from '#ui/model/words.ts'

/** A watch of this page whose stream has ended, with the last version that it received. */
export interface StoppedWatch {
  readonly letter: string
  readonly lastVersion: number
}

/** The state that determines the effect of expiring history. */
export interface ExpireInput {
  /** The kept writes, oldest first. */
  readonly rows: readonly Pick<RevisionRow, 'revision'>[]
  readonly published: number
  readonly compacted: number
  readonly tokens: Iterable<Pick<ContinueTokenInfo, 'state' | 'revision'>>
  readonly stopped: readonly StoppedWatch[]
}

/** The effect of expiring history up to a revision. [DOC9] */
export interface ExpireEffect {
  readonly to: number
  /** Number of writes that can no longer be read, and of those that still can. */
  readonly droppedCount: number
  readonly keptCount: number
  /** Paged lists that cannot go on. */
  readonly chainCount: number
  /** Stopped watches that get 410 when they resume. */
  readonly stopped: readonly StoppedWatch[]
}

/** Returns the effect of expiring history up to `to`, which stays readable only as the current state of objects. */
export function expireEffect({ rows, tokens, stopped }: ExpireInput, to: number): ExpireEffect {
  const droppedCount = lastIndexAt(rows, to) + 1
  return {
    to,
    droppedCount,
    keptCount: rows.length - droppedCount,
    chainCount: [...tokens].filter(({ state, revision }) => state === 'live' && revision <= to).length,
    stopped: stopped.filter(({ lastVersion }) => lastVersion > 0 && lastVersion < to),
  }
}

/**
 * Returns the revision that a question proposes: just after the point at which a watch stopped, so that it gets 410 and
 * most of the history stays, else half of the kept writes.
 */
export function proposedRevision({ rows, compacted, published, stopped }: ExpireInput): number {
  const middle = rows[Math.floor((rows.length - 1) / 2)]?.revision ?? published
  const reads = stopped.map(({ lastVersion }) => lastVersion).filter((version) => version > compacted)
  const next = rows.find(({ revision }) => revision > Math.min(...reads))?.revision
  return next === undefined || next > middle ? middle : next
}

const and = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

function watchWords(stopped: readonly StoppedWatch[]): string {
  const letters = and(stopped.map(({ letter, lastVersion }) => `${letter} (stopped at ${numberText(lastVersion)})`))
  return stopped.length === 1
    ? `Watch ${letters} gets 410 when it resumes, and has to list again.`
    : `Watches ${letters} get 410 when they resume, and have to list again.`
}

/** Describes in words what expiring would end, and what remains. All docks use these words. [DOC9] */
export function expireWords({ to, droppedCount, keptCount, chainCount, stopped }: ExpireEffect): readonly string[] {
  if (droppedCount === 0) return ['Every kept version is the newest of its object: there is nothing to expire.']
  return [
    `${countText(droppedCount, 'write')} up to ${numberText(to)} can no longer be read; ${keptCount === 0 ? 'none stays' : `${countText(keptCount, 'newer write')} ${keptCount === 1 ? 'stays' : 'stay'}`}.`,
    ...(stopped.length === 0 ? [] : [watchWords(stopped)]),
    ...(chainCount === 0
      ? []
      : [`${countText(chainCount, 'paged list')} of an older snapshot ${chainCount === 1 ? 'ends' : 'end'} with 410.`]),
    'The objects stay as they are, and open watches continue.',
  ]
}
