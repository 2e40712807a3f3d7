import { parseExactJson } from '#api/exact-json.ts'
import { deepEqual, isObject, type Json } from '#api/json.ts'
import type { Revision } from '#api/revision.ts'
import type { LogEntry } from '#server/storage/log.ts'

/** Metadata that differs in each cluster. */
const varying = new Set(['uid', 'creationTimestamp', 'managedFields'])

/**
 * Returns a function that reports whether an entry is an object as every server of this host creates it for itself:
 * equal except for uid, times and status, which each server sets. [SH3]
 */
export function ownObjects(entries: readonly LogEntry[]): (entry: LogEntry) => boolean {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  return ({ key, value }) => {
    const own = byKey.get(key)?.value ?? null
    return own !== null && value !== null && deepEqual(lasting(value), lasting(own))
  }
}

function lasting(bytes: Uint8Array): Json {
  const value = parseExactJson(new TextDecoder().decode(bytes))
  if (!isObject(value) || !isObject(value['metadata'])) return value
  const metadata = Object.entries(value['metadata']).filter(([name]) => !varying.has(name))
  const { status: _status, ...rest } = value
  return { ...rest, metadata: Object.fromEntries(metadata) }
}

/**
 * Assigns free revisions among the first `before` to own objects, because a moment keeps its own revisions. The server
 * creates the remaining objects when it starts.
 */
export function placeBefore(own: readonly LogEntry[], taken: ReadonlySet<number>, before: number): readonly LogEntry[] {
  const placed: LogEntry[] = []
  let revision = 1
  for (const entry of own) {
    while (taken.has(revision)) revision += 1
    if (revision > before) break
    const at = revision as Revision
    placed.push({ ...entry, revision: at, created: at, previous: 0 })
    revision += 1
  }
  return placed
}
