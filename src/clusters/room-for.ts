import { ApiError } from '#api/api-error.ts'
import type { DiskContents } from '#server/storage/disk.ts'

/** Bytes that an entry adds to the header of a segment, besides its key and its value. */
const ENTRY_BYTES = 120

/** Kept free: the browser's own estimate is rounded, and the clusters that are there go on writing. */
const MARGIN_BYTES = 1024 * 1024

/** Returns about how many bytes the content of a log takes on a disk. */
export function contentBytes({ snapshot, log }: DiskContents): number {
  let bytes = 0
  for (const entries of [snapshot, log])
    for (const { key, value } of entries) bytes += ENTRY_BYTES + key.length + (value?.byteLength ?? 0)
  return bytes
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Refuses content that does not fit into `freeBytes`; `null` is an unknown number. [MC14] @throws ApiError */
export function refuseWithoutRoom(contents: DiskContents | null, freeBytes: number | null): void {
  if (contents === null || freeBytes === null) return
  const needed = contentBytes(contents)
  if (needed + MARGIN_BYTES <= freeBytes) return
  throw new ApiError(
    'Forbidden',
    `a new cluster of this content needs about ${megabytes(needed)}, and ${megabytes(Math.max(0, freeBytes))} are free; nothing was changed. Delete a cluster or expire history first`,
  )
}
