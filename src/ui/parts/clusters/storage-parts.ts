import type { ClusterInfo } from '#facts/clusters-api.ts'
import { bytesText, countText } from '#ui/model/words.ts'

/** A part of what this page stores in the browser. */
export interface StoragePart {
  readonly id: 'objects' | 'history' | 'deleted' | 'recordings' | 'page'
  readonly label: string
  readonly bytes: number
  /** Says how this part can go; `''` for one that stays. */
  readonly canGo: string
}

const isDeleted = ({ deletedMs }: ClusterInfo): boolean => deletedMs !== undefined
const bytesOf = (clusters: readonly ClusterInfo[]): number =>
  clusters.reduce((sum, { figures }) => sum + (figures?.bytes ?? 0), 0)

/**
 * Returns what holds the bytes, and what can go. `usage` is what the browser reports for the page, or `undefined`;
 * `recordings` are the bytes of lessons that are being built. [MC18]
 */
export function storageParts(
  clusters: readonly ClusterInfo[],
  recordings: number,
  usage: number | undefined,
): readonly StoragePart[] {
  const [kept, deleted] = [clusters.filter((one) => !isDeleted(one)), clusters.filter(isDeleted)]
  const history = kept.reduce((sum, { figures }) => sum + (figures?.historyBytes ?? 0), 0)
  const gone = bytesOf(deleted)
  const rest = (usage ?? 0) - bytesOf(clusters) - recordings
  const parts: readonly StoragePart[] = [
    { id: 'objects', label: 'objects', bytes: bytesOf(kept) - history, canGo: '' },
    { id: 'history', label: 'history', bytes: history, canGo: 'Expire history frees it' },
    {
      id: 'deleted',
      label: countText(deleted.length, 'deleted cluster'),
      bytes: gone,
      canGo: 'goes when the last tab has closed',
    },
    { id: 'recordings', label: 'recordings', bytes: recordings, canGo: 'Delete in Lessons frees them' },
    { id: 'page', label: 'the page itself and indexes', bytes: rest, canGo: '' },
  ]
  return parts.filter(({ id, bytes }) => bytes > 0 || id === 'objects' || id === 'history')
}

/** One line for a part: `history 1.2 MB (Expire history frees it)`. */
export const partText = ({ label, bytes, canGo }: StoragePart): string =>
  `${label} ${bytesText(bytes)}${canGo === '' || bytes === 0 ? '' : ` (${canGo})`}`

const NEARLY_FULL = 0.9

/** Warns when nine tenths of the browser's limit are used; `''` before that. [MC18] */
export function fullWarning(usage: number, quota: number): string {
  if (quota <= 0 || usage < quota * NEARLY_FULL) return ''
  const percent = Math.min(100, Math.round((usage / quota) * 100))
  return `${percent} % of the storage is used. Expire history or delete a cluster, and export first what you want to keep.`
}
