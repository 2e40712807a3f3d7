import type { ContinueTokenInfo, FinishedRequest, RevisionRow } from '#facts/fact.ts'
import { pageActor } from '#ui/model/api.ts'
import { isWriteOf, type ObjectRef } from '#ui/model/selection.ts'
import { lastIndexAt } from '#ui/model/time-cursor.ts'
import { alongRows } from './along-rows.ts'
import { labelInterval, type RailScale } from './scale.ts'

export interface Tick {
  readonly x: number
  readonly revision: number
  /** `null` for a small tick without a number. */
  readonly label: number | null
}

const isDrawn = (scale: RailScale, index: number): boolean => index >= scale.first && index < scale.end

/** Returns the ticks under the line: one for every fifth revision, and a label for every tenth where it fits. [RL2] */
export function ticks(rows: readonly RevisionRow[], scale: RailScale): readonly Tick[] {
  const from = rows[scale.first]?.revision
  const to = rows[scale.end - 1]?.revision
  if (from === undefined || to === undefined) return []
  const interval = labelInterval(scale.step)
  const small = scale.density === 'full' && interval >= 10 ? 5 : interval
  const found: Tick[] = lensTicks(rows, scale)
  const edges = scale.lens === null ? [] : [scale.lens.x0, scale.lens.x1]
  for (let revision = Math.ceil(from / small) * small; revision <= to; revision += small) {
    const index = lastIndexAt(rows, revision)
    const x = scale.x(index)
    if (!isDrawn(scale, index) || edges.some((edge) => Math.abs(edge - x) < 22) || isUnderLens(scale, index)) continue
    found.push({ x, revision, label: revision % interval === 0 ? revision : null })
  }
  return found
}

const isUnderLens = ({ lens }: RailScale, index: number): boolean =>
  lens !== null && index >= lens.first && index < lens.end

/** Returns the ticks under the lens: every fifth revision has a label. */
function lensTicks(rows: readonly RevisionRow[], scale: RailScale): Tick[] {
  if (scale.lens === null) return []
  const { first, end } = scale.lens
  return rows
    .slice(first, end)
    .flatMap(({ revision }, offset) =>
      revision % 5 === 0 ? [{ x: scale.x(first + offset), revision, label: revision }] : [],
    )
}

export interface Hop {
  readonly from: number
  readonly to: number
  /** Revision of the later write. */
  readonly revision: number
  /** True when the later write is after the cursor. */
  readonly ahead: boolean
}

/** Returns the thread of one object: arcs from each of its writes to the next. */
export function hops(
  rows: readonly RevisionRow[],
  scale: RailScale,
  { object, at }: { readonly object: ObjectRef | null; readonly at: number | null },
): readonly Hop[] {
  if (object === null) return []
  const own: { readonly x: number; readonly revision: number }[] = []
  for (let index = scale.first; index < scale.end; index += 1) {
    const row = rows[index]
    if (row !== undefined && isWriteOf(row, object)) own.push({ x: scale.x(index), revision: row.revision })
  }
  return own.slice(1).map(({ x, revision }, before) => ({
    from: own[before]?.x ?? x,
    to: x,
    revision,
    ahead: at !== null && revision > at,
  }))
}

/** Returns an arc over the line as path data; arcs between near writes are flat. */
export function hopPath({ from, to }: Hop): string {
  const y = 28
  const height = Math.min(15, 6 + (to - from) / 14)
  return `M${from} ${y}C${from + 2} ${y - height} ${to - 2} ${y - height} ${to} ${y}`
}

export interface DeletionSpan {
  readonly uid: string
  readonly kind: string
  readonly group: string
  readonly from: number
  /** Positions at which finalizers were removed. */
  readonly released: readonly number[]
  /** Position of the removal; `null` while a finalizer remains. */
  readonly to: number | null
}

/** Returns the indexes of the writes that take part in a deletion. */
const deletionIndexes = alongRows<number[]>(
  () => [],
  (found, { effect }, index) => {
    if (effect === 'deletion-requested' || effect === 'finalizer-removed' || effect === 'removed') found.push(index)
  },
)

/** Returns deletions that waited for finalizers: from the request to the removal, or to now. [RL5] */
export function deletionSpans(
  rows: readonly RevisionRow[],
  scale: RailScale,
  at: number | null,
): readonly DeletionSpan[] {
  const open = new Map<string, { row: RevisionRow; from: number; released: number[] }>()
  const spans: DeletionSpan[] = []
  const end = Math.min(scale.end, at === null ? rows.length : lastIndexAt(rows, at) + 1)
  for (const index of deletionIndexes(rows)) {
    const row = rows[index]
    if (index >= end) break
    if (row === undefined || index < scale.first) continue
    const begun = open.get(row.uid)
    if (row.effect === 'deletion-requested' && begun === undefined) {
      open.set(row.uid, { row, from: scale.x(index), released: [] })
    } else if (row.effect === 'finalizer-removed') begun?.released.push(scale.x(index))
    else if (row.effect === 'removed' && begun !== undefined) {
      spans.push(toSpan(begun, scale.x(index)))
      open.delete(row.uid)
    }
  }
  return [...spans, ...[...open.values()].map((begun) => toSpan(begun, null))]
}

const toSpan = (
  { row, from, released }: { readonly row: RevisionRow; readonly from: number; readonly released: readonly number[] },
  to: number | null,
): DeletionSpan => ({ uid: row.uid, kind: row.kind, group: row.group, from, released, to })

const writeVerbs = new Set(['create', 'update', 'patch', 'apply', 'delete', 'deletecollection'])

export interface Refusal {
  readonly x: number
  readonly status: number
  readonly id: number
}

/** Returns refused writes. They are placed between two revisions, because they used none. */
export function refusals(
  rows: readonly RevisionRow[],
  requests: readonly FinishedRequest[],
  { scale, at }: { readonly scale: RailScale; readonly at: number | null },
): readonly Refusal[] {
  if (scale.density === 'columns' || scale.density === 'small') return []
  const found: Refusal[] = []
  for (const request of requests) {
    if (request.status < 400 || request.actor === pageActor || !writeVerbs.has(request.verb)) continue
    const index = lastIndexBefore(rows, request.timeMs)
    const row = rows[index]
    if (row === undefined || !isDrawn(scale, index) || (at !== null && row.revision > at)) continue
    found.push({ x: scale.x(index) + scale.step / 2, status: request.status, id: request.id })
  }
  return found
}

/** Returns the index of the last write at or before a time. */
function lastIndexBefore(rows: readonly RevisionRow[], timeMs: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.timeMs ?? Infinity) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

export interface Pin {
  readonly x: number
  readonly label: string
}

/** Formats the pages read of all pages of a paged list: `2/3`. */
export function pinLabel(token: ContinueTokenInfo): string {
  if (token.state === 'finished') return `${token.pageCount}/${token.pageCount}`
  const limit = Number(new URL(token.url, 'http://localhost').searchParams.get('limit') ?? '0')
  if (token.remaining === null || limit === 0) return `${token.pageCount}/?`
  return `${token.pageCount}/${token.pageCount + Math.ceil(token.remaining / limit)}`
}

/** Returns the newest token of each paged list: a page that was read on belongs to the same list. */
function newestOfLists(tokens: Iterable<ContinueTokenInfo>): Iterable<ContinueTokenInfo> {
  const newest = new Map<string, ContinueTokenInfo>()
  for (const token of tokens) {
    const key = listOf(token)
    const known = newest.get(key)
    if (known === undefined || known.pageCount <= token.pageCount) newest.set(key, token)
  }
  return newest.values()
}

const listsOfTokens = new WeakMap<ContinueTokenInfo, string>()

/** Returns what the tokens of one paged list have in common. */
function listOf(token: ContinueTokenInfo): string {
  const known = listsOfTokens.get(token)
  if (known !== undefined) return known
  const { pathname, searchParams } = new URL(token.url, 'http://localhost')
  const parts = [token.actor, token.revision, pathname, searchParams.get('limit'), searchParams.get('labelSelector')]
  const key = parts.join(' ')
  listsOfTokens.set(token, key)
  return key
}

/** Returns the snapshots of paged lists; those of one revision are grouped. */
export function pins(
  rows: readonly RevisionRow[],
  tokens: Iterable<ContinueTokenInfo>,
  scale: RailScale,
): readonly Pin[] {
  const byIndex = new Map<number, string[]>()
  for (const token of newestOfLists(tokens)) {
    const index = lastIndexAt(rows, token.revision)
    if (token.state === 'expired' || token.actor === pageActor || !isDrawn(scale, index)) continue
    byIndex.set(index, [...(byIndex.get(index) ?? []), pinLabel(token)])
  }
  return [...byIndex].map(([index, labels]) => ({
    x: scale.x(index),
    label: labels.length === 1 ? (labels[0] ?? '') : String(labels.length),
  }))
}
