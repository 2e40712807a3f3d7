import type { WebLocks } from '#wire/web-locks.ts'
import { Host } from './host.ts'
import { openServer } from './open-server.ts'

/** The host of this worker, with this worker's locks. */
export function startHost(kind: 'shared' | 'dedicated'): Host {
  const locks: WebLocks | null = 'locks' in navigator ? navigator.locks : null
  return new Host({ kind, id: crypto.randomUUID(), locks, open: openServer })
}
