import type { WebLocks } from '#wire/web-locks.ts'
import { Host } from './host.ts'
import { openServer } from './open-server.ts'

/** Web Locks, which are required to open the database safely, are available only for https and localhost. */
const refuseToOpen = (): Promise<never> =>
  Promise.reject(
    new Error('this page needs https or localhost: browsers provide the locks for its database only there'),
  )

/** Starts the host of this worker with its locks. */
export function startHost(kind: 'shared' | 'dedicated'): Host {
  const locks: WebLocks | null = 'locks' in navigator ? navigator.locks : null
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return new Host({ kind, id, locks, open: self.isSecureContext ? openServer : refuseToOpen })
}
