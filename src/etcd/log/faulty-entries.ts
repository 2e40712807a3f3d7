import { type LogEntry, type LogWatcher, StorageError } from '#server/storage/log.ts'

/** Entries whose value cannot be read, with the reasons. There are none as long as nobody else writes to the store. */
const faults = new WeakMap<LogEntry, string>()

export const noteFault = (entry: LogEntry, fault: string): void => void faults.set(entry, fault)

/** @throws StorageError corrupt if a value cannot be read */
export function assertReadable(entries: readonly (LogEntry | null)[]): void {
  for (const entry of entries) {
    const fault = entry === null ? undefined : faults.get(entry)
    if (fault !== undefined) throw new StorageError('corrupt', fault)
  }
}

/** Returns a watcher that ends with an error at a value that cannot be read, as a list of it would. */
export function untilUnreadable(watcher: LogWatcher, stop: () => void): LogWatcher {
  return {
    onEntries(entries, before) {
      try {
        assertReadable(entries)
        assertReadable(before)
      } catch (error) {
        stop()
        watcher.onEnd(error instanceof StorageError ? error : null)
        return
      }
      watcher.onEntries(entries, before)
    },
    onEnd: (error) => watcher.onEnd(error),
  }
}
