import { ApiError, badRequest } from '#api/api-error.ts'
import type { Revision } from '#api/revision.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import { type Log, type LogEntry, StorageError } from '#server/storage/log.ts'

const everything = { start: '', end: '\uffff' }

/**
 * Returns the content of a log that equals `log` up to and including revision `at`, and continues independently.
 * The entries are shared, not copied. Versions that were compacted away stay away. [MC6]
 * @throws StorageError compacted, future
 */
export async function forkContents(log: Log, at: Revision): Promise<DiskContents> {
  const compacted = log.compacted()
  // Checks the revision as a read does.
  const upTo = await log.range({ ...everything, at, limit: 1 })
  const base = compacted === 0 ? [] : await oldestState(log, (compacted + 1) as Revision)
  const history = await log.history({ after: (compacted === 0 ? 0 : compacted + 1) as Revision | 0, limit: Infinity })
  return {
    snapshot: [],
    snapshotRevision: 0,
    log: [...base, ...history.filter(({ revision }) => revision <= at)],
    compacted,
    reserved: Math.min(at, upTo.revision),
  }
}

/** The versions that are live at the oldest readable revision, in the order of their revisions. */
async function oldestState(log: Log, at: Revision): Promise<readonly LogEntry[]> {
  const { entries } = await log.range({ ...everything, at })
  return entries.toSorted((a, b) => a.revision - b.revision)
}

/** Converts the errors of reading a log at a revision. */
export const refuseFork =
  (of: string, at: Revision | number) =>
  (error: unknown): never => {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'compacted')
      throw new ApiError('Expired', `the history of ${of} at revision ${at} has expired, so nothing can start there`)
    if (error.code === 'future') throw badRequest(`${of} has not reached revision ${at}`)
    throw error
  }
