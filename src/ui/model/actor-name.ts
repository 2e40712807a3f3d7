import type { RevisionRow } from '#facts/fact.ts'

/**
 * Returns the short form of a user name: a service account without its prefix, a system component without `system:`.
 * The title attribute should contain the full name.
 */
export function actorName(actor: string): string {
  const account = /^system:serviceaccount:[^:]+:(.+)$/.exec(actor)?.[1]
  return account ?? (actor.startsWith('system:') ? actor.slice('system:'.length) : actor)
}

/** User names of the server's own loops: its controllers, and the server itself. */
const loops = /^system:(?:serviceaccount:kube-system:|apiserver$|orchard$)/

/** Reports whether a user name is that of a loop of the server. */
export const isServerLoop = (actor: string): boolean => loops.test(actor)

/** Returns the short form of a write's author, and at which other host of the store it was written. [ETC10] */
export function writerName({ actor, host }: Pick<RevisionRow, 'actor' | 'host'>): string {
  const name = actorName(actor)
  if (host === undefined) return name
  const place = host === '' ? 'another host' : host
  return name === '' ? place : `${name} at ${place}`
}
