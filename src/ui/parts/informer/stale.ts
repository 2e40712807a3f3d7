import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { contentDifferences } from '#ui/texts/content-differences.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { collectionOf, isWatched } from '#ui/parts/watches/lane-rows.ts'
import type { Cache } from './informer-state.ts'

/** One key of the client's cache beside the server's state. */
export interface KeyRow {
  readonly key: string
  readonly cached: ApiObject | null
  readonly live: ApiObject | null
  /** Writes that the client has not seen, oldest first; without those that are no longer kept. */
  readonly missed: readonly RevisionRow[]
  readonly isStale: boolean
  /** The number of revisions since the first missed write; 0 if there is none or it is no longer kept. */
  readonly age: number
}

/** Returns the writes of a collection after a version, oldest first. */
export function writesAfter(rows: readonly RevisionRow[], path: string, version: string): readonly RevisionRow[] {
  if (version === '') return []
  const what = collectionOf(path)
  return rows.slice(lastIndexAt(rows, Number(version)) + 1).filter((row) => isWatched(row, what))
}

const versionOf = (object: ApiObject | null): string => object?.metadata.resourceVersion ?? ''

/** Compares the client's cache with the server's state key by key, in the order of keys. [IF2] */
export function compareCache(
  cache: Cache,
  live: ReadonlyMap<string, ApiObject>,
  waiting: readonly RevisionRow[],
  newest: number,
): readonly KeyRow[] {
  const missed = new Map<string, RevisionRow[]>()
  for (const row of waiting) {
    const key = `${row.namespace}/${row.name}`
    missed.set(key, [...(missed.get(key) ?? []), row])
  }
  const keys = new Set([...cache.keys(), ...live.keys()])
  return [...keys].toSorted().map((key) => {
    const [cached, there] = [cache.get(key) ?? null, live.get(key) ?? null]
    const writes = missed.get(key) ?? []
    const isStale = versionOf(cached) !== versionOf(there)
    const [first] = writes
    return {
      key: key.startsWith('/') ? key.slice(1) : key,
      cached,
      live: there,
      missed: writes,
      isStale,
      age: isStale && first !== undefined ? newest - first.revision + 1 : 0,
    }
  })
}

/** A field that differs, with the value in the cache and on the server as text. */
export interface TellingField {
  readonly path: string
  readonly values: readonly [string, string]
}

/** Returns the first field whose value differs, with the value of each side as text; `null` if there is none. */
export function tellingField({ cached, live }: KeyRow): TellingField | null {
  if (cached === null || live === null) return null
  const [first] = contentDifferences(cached, live)
  if (first === undefined) return null
  const text = (value: Json | undefined): string => (value === undefined ? 'unset' : (printExactJson(value) ?? ''))
  return { path: first.path, values: [text(first.before), text(first.after)] }
}
