import type { RevisionRow } from '#facts/fact.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import type { Lane } from './lanes-state.ts'

/** What the path of a collection watches. */
export interface WatchedCollection {
  readonly group: string
  readonly resource: string
  /** `''`: all namespaces, or a kind without. */
  readonly namespace: string
}

/** Reads a collection's path: `/api/v1/pods`, `/apis/apps/v1/namespaces/shop/deployments`. */
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

const isWatched = (row: RevisionRow, what: WatchedCollection): boolean =>
  row.resource === what.resource &&
  row.group === what.group &&
  (what.namespace === '' || row.namespace === what.namespace)

/** Writes after a lane's last version that a resumed stream would bring; selectors are the server's to judge. */
export function awaitedRows(lane: Lane, rows: readonly RevisionRow[]): readonly RevisionRow[] {
  if (lane.state === 'open' || lane.state === 'opening' || lane.lastVersion === '') return []
  const what = collectionOf(lane.spec.path)
  return rows.slice(lastIndexAt(rows, Number(lane.lastVersion)) + 1).filter((row) => isWatched(row, what))
}

/** Index of the write of exactly this version, -1 when it is not kept. */
export function indexOfVersion(rows: readonly RevisionRow[], resourceVersion: string): number {
  const revision = Number(resourceVersion)
  const at = lastIndexAt(rows, revision)
  return rows[at]?.revision === revision ? at : -1
}
