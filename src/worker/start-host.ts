import type { WebLocks } from '#wire/web-locks.ts'
import { Host } from './host.ts'
import { openServer } from './open-server.ts'

/** Locks, and with them the only safe way to open the database, are there only for https and localhost. */
const refuseToOpen = (): Promise<never> =>
  Promise.reject(new Error('this page needs https or localhost: elsewhere browsers have no locks for its database'))

/** The host of this worker, with this worker's locks. */
export function startHost(kind: 'shared' | 'dedicated'): Host {
  const locks: WebLocks | null = 'locks' in navigator ? navigator.locks : null
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return new Host({ kind, id, locks, open: self.isSecureContext ? openServer : refuseToOpen })
}
