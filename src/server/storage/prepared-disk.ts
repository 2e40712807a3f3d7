import type { Disk, DiskContents } from './disk.ts'

const isEmpty = ({ snapshotRevision, log, compacted }: DiskContents): boolean =>
  snapshotRevision === 0 && log.length === 0 && compacted === 0

/**
 * Returns a disk that is initialized with `prepared` if it is empty. The entries are written as one group, so that a
 * crash leaves either all of them or an empty disk. [SD3]
 */
export function preparedDisk(disk: Disk, prepared: () => Promise<DiskContents>): Disk {
  return {
    kind: disk.kind,
    async load(events) {
      const found = await disk.load(events)
      if (!isEmpty(found)) return found
      const contents = await prepared()
      if (isEmpty(contents)) return contents
      await disk.append(contents.log, 0)
      if (contents.compacted > 0) await disk.setCompacted(contents.compacted as Exclude<DiskContents['compacted'], 0>)
      return contents
    },
    append: (group, after) => disk.append(group, after),
    setCompacted: (revision) => disk.setCompacted(revision),
    snapshotIfDue: (source) => disk.snapshotIfDue(source),
    close: () => disk.close(),
    status: () => disk.status(),
  }
}
