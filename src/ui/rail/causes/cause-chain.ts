import type { RevisionRow } from '#facts/fact.ts'

/** A write of a chain, and how many causes lie between it and the write that is asked about. */
export interface ChainStep {
  readonly row: RevisionRow
  /** Negative for what led to the write, 0 for the write itself, positive for what followed. */
  readonly distance: number
}

const followersMax = 200

interface Links {
  readonly byRevision: ReadonlyMap<number, RevisionRow>
  readonly followers: ReadonlyMap<number, readonly RevisionRow[]>
}

const linksOfRows = new WeakMap<readonly RevisionRow[], Links>()

function linksOf(rows: readonly RevisionRow[]): Links {
  const known = linksOfRows.get(rows)
  if (known !== undefined) return known
  const byRevision = new Map<number, RevisionRow>()
  const followers = new Map<number, RevisionRow[]>()
  for (const row of rows) {
    // Events report a change and cause nothing.
    if (row.resource === 'events') continue
    byRevision.set(row.revision, row)
    if (row.cause > 0) followers.set(row.cause, [...(followers.get(row.cause) ?? []), row])
  }
  const links = { byRevision, followers }
  linksOfRows.set(rows, links)
  return links
}

/**
 * Returns the write, what led to it and what followed from it, by revision: empty if nothing is known to have led to it
 * and nothing followed. [CH1]
 */
export function causeChain(rows: readonly RevisionRow[], revision: number): readonly ChainStep[] {
  const { byRevision, followers } = linksOf(rows)
  const own = byRevision.get(revision)
  if (own === undefined) return []
  const before: ChainStep[] = []
  for (let row = byRevision.get(own.cause); row !== undefined; row = byRevision.get(row.cause))
    before.unshift({ row, distance: -before.length - 1 })
  const after: ChainStep[] = [{ row: own, distance: 0 }]
  for (let at = 0; at < after.length && after.length <= followersMax; at += 1) {
    const step = after[at]
    if (step === undefined) break
    for (const row of followers.get(step.row.revision) ?? []) after.push({ row, distance: step.distance + 1 })
  }
  const whole = [...before, ...after.toSorted((a, b) => a.row.revision - b.row.revision)]
  return whole.length === 1 ? [] : whole
}

const actions: Readonly<Record<RevisionRow['effect'], string>> = {
  created: 'created',
  updated: 'changed',
  'deletion-requested': 'asked to delete',
  'finalizer-removed': 'released',
  removed: 'removed',
}

/** The action of a write, in words that its object follows: `created`, `reported the status of`, `bound`. */
export function actionWords({ effect, changes }: RevisionRow): string {
  if (effect !== 'updated' || changes.length === 0) return actions[effect]
  if (changes.some(({ path }) => path === 'spec.nodeName')) return 'bound'
  // The status is the last field of an object: changes that the row leaves out come after those of the status.
  if (changes.every(({ path }) => path.startsWith('status'))) return 'reported the status of'
  return actions[effect]
}
