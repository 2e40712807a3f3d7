import { contentsOf } from '#prepared/prepared-log.ts'
import type { LogEntry } from '#server/storage/log.ts'

/**
 * Returns the objects that a server of this page makes for itself, in their newest versions. In the recording of the
 * sample they come before the first write of a person. [SH3]
 */
export async function ownEntries(): Promise<readonly LogEntry[]> {
  const { preparedLog } = await import('virtual:prepared/book-shop')
  const { log, compacted } = contentsOf(preparedLog, Date.now())
  const firstOfPeople = log.findIndex(({ author }) => !author.actor.startsWith('system:'))
  const keys = new Set(log.slice(0, firstOfPeople).map(({ key }) => key))
  const own = log.filter(({ key, revision }) => revision <= compacted && keys.has(key))
  return [...new Map(own.map((entry) => [entry.key, entry])).values()]
}
