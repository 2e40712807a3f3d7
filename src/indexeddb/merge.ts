import { StorageError } from '#server/storage/log.ts'
import type { LogRecord } from './cold-start.ts'
import { fencedWrite } from './database.ts'

const SMALL_BYTES_MAX = 32 * 1024
const MERGED_BYTES_MAX = 128 * 1024

export const isSmall = (bytes: number): boolean => bytes < SMALL_BYTES_MAX

/** Returns runs of two or more adjacent small records that fit into one segment. */
export function smallRuns(records: readonly LogRecord[]): LogRecord[][] {
  const runs: LogRecord[][] = []
  let run: LogRecord[] = []
  let bytes = 0
  for (const record of records) {
    if (!isSmall(record.bytes) || bytes + record.bytes > MERGED_BYTES_MAX) {
      runs.push(run)
      ;[run, bytes] = [[], 0]
    }
    if (!isSmall(record.bytes)) continue
    run.push(record)
    bytes += record.bytes
  }
  runs.push(run)
  return runs.filter((one) => one.length > 1)
}

/** Joins the records of `run` into one by copying their bytes in one transaction, without decoding entries. [DK6] */
export async function mergeRun(db: IDBDatabase, epoch: number, run: readonly LogRecord[]): Promise<LogRecord> {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a run has records')
  const bytes = run.reduce((sum, record) => sum + record.bytes, 0)
  const range = IDBKeyRange.bound(first.key, last.key)
  let whole = true
  await fencedWrite(db, ['log'], epoch, (store, commit) => {
    const found: IDBRequest<unknown[]> = store('log').getAll(range)
    found.onsuccess = () => {
      const joined = join(found.result, bytes)
      whole = joined !== null
      if (joined !== null) {
        store('log').delete(range)
        store('log').add(joined, first.key)
      }
      commit()
    }
  })
  if (!whole) throw new StorageError('corrupt', `segments from revision ${first.key} on are not what was written`)
  return { key: first.key, last: last.last, bytes }
}

function join(values: readonly unknown[], bytes: number): Uint8Array<ArrayBuffer> | null {
  const joined = new Uint8Array(bytes)
  let at = 0
  for (const value of values) {
    if (!(value instanceof Uint8Array) || at + value.byteLength > bytes) return null
    joined.set(value, at)
    at += value.byteLength
  }
  return at === bytes ? joined : null
}
