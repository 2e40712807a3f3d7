import type { LogSource } from './orchard-server.js'
/**
 * Keeps the objects of a server in the IndexedDB database `name` of this origin, durably and with their history. One
 * server at a time has it open; another one waits.
 */
export declare function indexedDb(name: string): LogSource
