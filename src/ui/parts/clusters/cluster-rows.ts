import type { ClusterInfo } from '#facts/clusters-api.ts'
import { bytesText, countText, minuteText, numberText } from '#ui/model/words.ts'

/** A row of the list: a cluster, or a branch below the cluster that it left. */
export interface ClusterRow {
  readonly cluster: ClusterInfo
  readonly isBranch: boolean
}

/** Orders clusters by age, with branches below their cluster. Deleted clusters are last. */
export function clusterRows(clusters: readonly ClusterInfo[]): readonly ClusterRow[] {
  const live = clusters.filter(({ deletedMs }) => deletedMs === undefined)
  const names = new Set(live.map(({ name }) => name))
  const isBranch = ({ origin }: ClusterInfo): boolean => origin.type === 'branch' && names.has(origin.of)
  const below = (parent: ClusterInfo): readonly ClusterRow[] =>
    live
      .filter(({ origin }) => origin.type === 'branch' && origin.of === parent.name)
      .flatMap((cluster) => [{ cluster, isBranch: true }, ...below(cluster)])
  const rows = live
    .filter((cluster) => !isBranch(cluster))
    .flatMap((cluster) => [{ cluster, isBranch: false }, ...below(cluster)])
  const deleted = clusters.filter(({ deletedMs }) => deletedMs !== undefined)
  return [...rows, ...deleted.map((cluster) => ({ cluster, isBranch: false }))]
}

/** The line under a title: what the cluster holds, or where a branch left. */
export function contentText({ figures, origin }: ClusterInfo): string {
  if (origin.type === 'branch') return `branch of ${origin.of} at ${numberText(origin.at)}`
  return figures === undefined ? 'not opened yet' : countText(figures.objectCount, 'object')
}

/** The retention of history. */
export function keptText({ figures, origin }: ClusterInfo): string {
  if (figures === undefined) return ''
  if (origin.type === 'branch') return `${numberText(Math.max(0, figures.revision - origin.at))} own`
  return figures.compacted === 0 ? 'all kept' : `${numberText(figures.revision - figures.compacted)} kept`
}

const DAY_MS = 86_400_000

/** When a cluster was used: a time today, else a date. */
export function usedText(usedMs: number, nowMs: number): string {
  const isToday = new Date(usedMs).toDateString() === new Date(nowMs).toDateString()
  if (isToday) return minuteText(usedMs)
  if (nowMs - usedMs < 2 * DAY_MS) return 'yesterday'
  return new Date(usedMs).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

export const sizeText = ({ figures }: ClusterInfo): string => (figures === undefined ? '' : bytesText(figures.bytes))

/** Says how much expiring the whole history of a cluster frees; `''` if there is nothing to free. [MC17] */
export function freesText({ figures }: ClusterInfo): string {
  if (figures === undefined || figures.compacted >= figures.revision) return ''
  return (figures.historyBytes ?? 0) === 0 ? '' : `frees ${bytesText(figures.historyBytes ?? 0)}`
}

/** Describes the origin of a cluster. */
export function originText({ origin, madeMs }: ClusterInfo, nowMs: number): string {
  const when = usedText(madeMs, nowMs)
  switch (origin.type) {
    case 'sample':
      return `${when}, from the sample Book shop`
    case 'empty':
      return `${when}, empty`
    case 'moment':
      return `${when}, from a link or file at ${numberText(origin.at)}`
    case 'copy':
      return `${when}, a copy of ${origin.of} at ${numberText(origin.at)}`
    case 'branch':
    case 'trial':
      return `${when}, left ${origin.of} after ${numberText(origin.at)}`
  }
}

/** A title that no cluster has yet: `bookshop copy`, `bookshop copy 2`. */
export function freeTitle(wanted: string, clusters: readonly ClusterInfo[]): string {
  const taken = new Set(clusters.map(({ title }) => title))
  for (let n = 1; ; n += 1) {
    const title = n === 1 ? wanted : `${wanted} ${n}`
    if (!taken.has(title)) return title
  }
}
