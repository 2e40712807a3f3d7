import { memoOfTexts } from '#api/caching/memo.ts'
import type { RevisionRow } from '#facts/fact.ts'
import type { StoppedWatch } from '#ui/lab/expire-effect.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { Lane } from './lanes-state.ts'

/** The collection that a path watches. */
export interface WatchedCollection {
  readonly group: string
  readonly resource: string
  /** `''` for all namespaces, or for a cluster-scoped kind. */
  readonly namespace: string
}

/** Parses the URL of a watch once: each write asks for that of every open watch. */
export const urlOf = memoOfTexts(500, (url) => new URL(url, 'http://localhost'))

/** Parses a collection's path: `/api/v1/pods`, `/apis/apps/v1/namespaces/shop/deployments`. */
export function collectionOf(path: string): WatchedCollection {
  const parts = path.split('/').filter((part) => part !== '')
  const core = parts[0] === 'api'
  const rest = parts.slice(core ? 2 : 3)
  const within = rest[0] === 'namespaces' && rest.length > 2
  return {
    group: core ? '' : (parts[1] ?? ''),
    resource: rest[within ? 2 : 0] ?? '',
    namespace: within ? decodeURIComponent(rest[1] ?? '') : '',
  }
}

export const isWatched = (row: RevisionRow, what: WatchedCollection): boolean =>
  row.resource === what.resource &&
  row.group === what.group &&
  (what.namespace === '' || row.namespace === what.namespace)

/** Returns the version up to which a lane's client knows; 0 when it is not known. */
export const readUpTo = ({ state, lastVersion, openedAt }: Lane): number =>
  Math.max(Number(lastVersion) || 0, state === 'open' ? openedAt : 0)

/** Returns the index of the first write that a lane's client may still await. */
function awaitedFrom(lane: Lane, rows: readonly RevisionRow[]): number {
  if ((lane.state === 'open' && lane.pace === 'full') || lane.state === 'opening') return rows.length
  const known = readUpTo(lane)
  return known === 0 ? rows.length : lastIndexAt(rows, known) + 1
}

/**
 * Returns writes after a lane's last version that a resumed stream would deliver, or that a slow client has not read.
 * Selectors are ignored, because only the server evaluates them.
 */
export function awaitedRows(lane: Lane, rows: readonly RevisionRow[]): readonly RevisionRow[] {
  const what = collectionOf(lane.spec.path)
  return rows.slice(awaitedFrom(lane, rows)).filter((row) => isWatched(row, what))
}

/** Reports whether there are {@link awaitedRows}. Asked at each write, so it reads rows only up to the first one. [PF5] */
export function isBehind(lane: Lane, rows: readonly RevisionRow[]): boolean {
  const from = awaitedFrom(lane, rows)
  if (from >= rows.length) return false
  const what = collectionOf(lane.spec.path)
  return hasRow(rows, from, (row) => isWatched(row, what))
}

/** Reports whether a row at or after the index `from` passes. */
export function hasRow(rows: readonly RevisionRow[], from: number, passes: (row: RevisionRow) => boolean): boolean {
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at]
    if (row !== undefined && passes(row)) return true
  }
  return false
}

/** Returns the index of the write with exactly this version, -1 when it is not kept. */
export function indexOfVersion(rows: readonly RevisionRow[], resourceVersion: string): number {
  const revision = Number(resourceVersion)
  const at = lastIndexAt(rows, revision)
  return rows[at]?.revision === revision ? at : -1
}

/** Returns the lanes that have no stream, and could resume from the version where they stopped. */
export const stoppedWatches = (lanes: readonly Lane[]): readonly StoppedWatch[] =>
  lanes
    .filter(({ state, status }) => status === null && (state === 'cut' || state === 'ended' || state === 'broken'))
    .map(({ letter, lastVersion }) => ({ letter, lastVersion: Number(lastVersion) || 0 }))
