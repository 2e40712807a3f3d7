import { type Log, StorageError } from '#server/storage/log.ts'
import { MvccLog, type MvccLogOptions } from './mvcc-log.ts'

/** Opens the log stored on `disk`. @throws StorageError corrupt, unavailable, fenced */
export async function openLog(options: MvccLogOptions): Promise<Log> {
  let log: MvccLog | null = null
  let early: StorageError | null = null
  const contents = await options.disk.load({
    onLost(error) {
      if (log === null) early = error
      else log.lose(error)
    },
    onCloseRequested() {
      if (log === null) early = new StorageError('fenced', 'another client requested the store before it was open')
      else void log.close()
    },
  })
  if (early !== null) throw early as StorageError
  log = new MvccLog(options, contents)
  return log
}
