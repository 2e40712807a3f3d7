import { rename, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Revision, toRevision } from '#api/revision.ts'
import type { Disk, DiskContents, DiskEvents, SnapshotSource } from '#server/storage/disk.ts'
import { type LogEntry, StorageError } from '#server/storage/log.ts'
import { packSegment } from '#server/storage/segment.ts'
import { makePrivateFolder } from './durable-file.ts'
import { type LogFile, logName, numberPayload, readFolder, snapshotName } from './file-folder.ts'
import { codeOf, type FileLock, takeFileLock } from './file-lock.ts'
import { closeFile, type FileOperations, openFile, openLogFile, syncFolder } from './file-operations.ts'
import { type RecordType, toRecord } from './file-record.ts'
import { Reservation } from './reservation.ts'

const SNAPSHOT_SLICE = 500
/** The interval at which a server without writes checks its lock. */
const LOCK_CHECK_MS = 1_000

export interface FileDiskOptions {
  readonly folder: string
  readonly operations: FileOperations
  /** The size at which the log continues in a new file. */
  readonly fileBytesMax: number
  /** The bytes of log covered by a snapshot from which one is written, unless the live bytes are more. */
  readonly snapshotBytesMin: number
  /** Receives a message for each possible loss or repair. */
  readonly warn: (message: string) => void
}

/** A {@link Disk} in a folder: append-only files of checksummed records, with one record and one sync per group. */
export class FileDisk implements Disk {
  readonly kind = 'file'
  readonly #options: FileDiskOptions
  readonly #reservation: Reservation
  #lockCheck: NodeJS.Timeout | undefined
  #lock: FileLock | null = null
  #files: LogFile[] = []
  #active: { readonly file: LogFile; readonly fd: number } | null = null
  /** The revision of the last entry written, which the next segment links to. */
  #last: Revision | 0 = 0
  #compacted = 0
  /** Serializes writes to the log's files. */
  #writing: Promise<void> = Promise.resolve()
  readonly #counts = { syncs: 0, snapshots: 0, tornBytes: 0, snapshotRevision: 0 }

  constructor(options: FileDiskOptions) {
    this.#options = options
    this.#reservation = new Reservation(options.folder)
  }

  async load(events?: DiskEvents): Promise<DiskContents> {
    const { folder } = this.#options
    makePrivateFolder(folder)
    this.#lock = takeFileLock(folder)
    try {
      const { files, log, snapshot, snapshotRevision, compacted, tornBytes } = readFolder(folder)
      this.#files = files
      this.#last = log.at(-1)?.revision ?? snapshotRevision
      this.#compacted = compacted
      this.#counts.tornBytes = tornBytes
      this.#counts.snapshotRevision = snapshotRevision
      const reserved = this.#openReservation(tornBytes)
      this.#lockCheck = setInterval(() => this.#checkLock(events), LOCK_CHECK_MS).unref()
      return Promise.resolve({
        snapshot,
        snapshotRevision,
        log,
        compacted: compacted === 0 ? 0 : toRevision(compacted),
        reserved,
      })
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  /** Returns the newest revision that may have been assigned. [DK16] */
  #openReservation(tornBytes: number): number {
    const { folder, warn } = this.#options
    const names = this.#files.map(({ path }) => basename(path))
    const newest = this.#files.at(-1)
    const empty = newest !== undefined && newest.bytes === 0 && tornBytes === 0 ? basename(newest.path) : ''
    const { from, warnings } = this.#reservation.open(this.#last, names, empty)
    for (const warning of warnings) warn(warning)
    if (tornBytes > 0)
      warn(
        `the last ${tornBytes} bytes of ${this.#files.at(-1)?.path ?? folder} were not a whole record and were truncated: the server was stopped during a write, or the file was damaged. Writes after revision ${this.#last} may be missing`,
      )
    return from
  }

  #checkLock(events: DiskEvents | undefined): void {
    if (this.#lock === null || this.#lock.isHeld()) return
    clearInterval(this.#lockCheck)
    events?.onLost(new StorageError('fenced', 'the lock of the store was taken away'))
  }

  append(group: readonly LogEntry[], after: Revision | 0): Promise<void> {
    const payload = packSegment({ after, previous: this.#last, entries: group })
    return this.#inTurn(async () => {
      const last = group.at(-1)?.revision ?? this.#last
      this.#note(() => this.#reservation.reserve(last, this.#last))
      await this.#write('log', payload, after + 1)
      this.#last = last
      if (this.#active !== null && last !== 0) this.#active.file.last = last
    })
  }

  setCompacted(revision: Revision): Promise<void> {
    return this.#inTurn(async () => {
      await this.#write('compacted', numberPayload(revision), this.#last + 1)
      this.#compacted = revision
    })
  }

  async snapshotIfDue(source: SnapshotSource): Promise<void> {
    const covered = this.#covered(source.revision).reduce((sum, file) => sum + file.bytes, 0)
    if (covered <= Math.max(this.#options.snapshotBytesMin, source.liveBytes)) return
    await this.#writeSnapshot(source)
    const before = this.#counts.snapshotRevision
    this.#counts.snapshots += 1
    this.#counts.snapshotRevision = source.revision
    if (before > 0) await unlink(join(this.#options.folder, snapshotName(before)))
    await this.#inTurn(() => this.#deleteCovered(source.revision))
  }

  async close(): Promise<void> {
    await this.#writing
    clearInterval(this.#lockCheck)
    // A server that has lost the lock must not write into the folder of another.
    if (this.#lock?.isHeld() === true) this.#reservation.close(this.#last)
    if (this.#active !== null) await closeFile(this.#active.fd)
    this.#active = null
    this.#lock?.release()
    this.#lock = null
  }

  status(): Readonly<Record<string, string | number>> {
    return {
      folder: this.#options.folder,
      logFiles: this.#files.length,
      logBytes: this.#files.reduce((sum, file) => sum + file.bytes, 0),
      ...this.#counts,
    }
  }

  #covered(revision: number): LogFile[] {
    return this.#files.filter((file) => file.last <= revision)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work)
    this.#writing = done.catch(() => undefined)
    return done
  }

  async #write(type: RecordType, payload: Uint8Array, first: number): Promise<void> {
    if (this.#lock?.isHeld() !== true) throw new StorageError('fenced', 'the lock of the store was taken away')
    const { operations } = this.#options
    const { file, fd } = await this.#activeFile(first)
    const parts = toRecord(type, payload)
    try {
      await operations.write(fd, parts, file.bytes)
      if (!operations.writesThrough) await operations.sync(fd)
    } catch (error) {
      await this.#undo(fd, file, error)
    }
    this.#counts.syncs += 1
    file.bytes += parts[0].byteLength + parts[1].byteLength
  }

  #note(write: () => void): void {
    if (this.#lock?.isHeld() !== true) throw new StorageError('fenced', 'the lock of the store was taken away')
    try {
      write()
    } catch (error) {
      throw new StorageError(isFull(error) ? 'full' : 'fenced', `the store can't be written: ${String(error)}`)
    }
  }

  /**
   * Undoes a failed write. Only a full disk leaves a known state; after any other failure the state of the disk is
   * unknown.
   */
  async #undo(fd: number, file: LogFile, cause: unknown): Promise<never> {
    if (!isFull(cause)) throw new StorageError('fenced', `the store can't be written: ${String(cause)}`)
    try {
      await this.#options.operations.truncate(fd, file.bytes)
      await this.#options.operations.sync(fd)
    } catch (error) {
      throw new StorageError('fenced', `a write could not be undone: ${String(error)}`)
    }
    throw new StorageError('full', `the disk is full: ${String(cause)}`)
  }

  /** Returns the file to write to, a new one if the newest has reached its size. */
  async #activeFile(first: number): Promise<{ file: LogFile; fd: number }> {
    if (this.#active !== null && this.#active.file.bytes < this.#options.fileBytesMax) return this.#active
    const active = this.#active
    this.#active = null
    if (active !== null) await closeFile(active.fd)
    const newest = this.#files.at(-1)
    if (active === null && newest !== undefined && newest.bytes < this.#options.fileBytesMax) {
      this.#active = { file: newest, fd: await openLogFile(newest.path, false) }
      return this.#active
    }
    const path = join(this.#options.folder, logName(first))
    try {
      const fd = await openLogFile(path, true)
      const file = { path, first, last: first - 1, bytes: 0 }
      this.#files.push(file)
      this.#active = { file, fd }
      this.#reservation.noteNewest(basename(path))
      await syncFolder(this.#options.folder)
      return this.#active
    } catch (error) {
      throw new StorageError(isFull(error) ? 'full' : 'fenced', `no new log file can be made: ${String(error)}`)
    }
  }

  async #writeSnapshot(source: SnapshotSource): Promise<void> {
    const { folder, operations } = this.#options
    const path = join(folder, snapshotName(source.revision))
    const fd = await openFile(`${path}.tmp`, 'w')
    try {
      let at = 0
      const write = async (type: RecordType, payload: Uint8Array): Promise<void> => {
        const parts = toRecord(type, payload)
        await operations.write(fd, parts, at)
        at += parts[0].byteLength + parts[1].byteLength
      }
      for (let part = source.next('', SNAPSHOT_SLICE); part.length > 0;) {
        await write('snapshot', packSegment({ after: 0, previous: 0, entries: part }))
        part = source.next(part.at(-1)?.key ?? '', SNAPSHOT_SLICE)
      }
      await write('snapshotEnd', numberPayload(Math.max(this.#compacted, source.revision)))
      await operations.sync(fd)
    } finally {
      await closeFile(fd)
    }
    await rename(`${path}.tmp`, path)
    await syncFolder(folder)
  }

  async #deleteCovered(revision: number): Promise<void> {
    for (const file of this.#covered(revision)) {
      if (this.#active?.file === file) {
        await closeFile(this.#active.fd)
        this.#active = null
      }
      this.#files = this.#files.filter((one) => one !== file)
      // Recorded before the file is deleted: a crash in between must not look like a loss.
      if (this.#files.length === 0) this.#note(() => this.#reservation.noteNewest(''))
      await unlink(file.path)
    }
  }
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))
