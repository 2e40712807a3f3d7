/** Logs of a server in a page or a worker. docs/library/browser.md */
import { openIndexedDbLog } from '#indexeddb/indexeddb-log.ts'
import type { OpenableLog } from './log-source.ts'
import type { LogSource } from './orchard-server.ts'

/**
 * Keeps the objects of a server in the IndexedDB database `name` of this origin, durably and with their history. One
 * server at a time has it open; another one waits.
 */
export function indexedDb(name: string): LogSource {
  const source: OpenableLog = { name: `the database ${name}`, open: (clock) => openIndexedDbLog({ name, clock }) }
  return source
}
