/**
 * Returns the short form of a user name: a service account without its prefix, a system component without `system:`.
 * The title attribute should contain the full name.
 */
export function actorName(actor: string): string {
  const account = /^system:serviceaccount:[^:]+:(.+)$/.exec(actor)?.[1]
  return account ?? (actor.startsWith('system:') ? actor.slice('system:'.length) : actor)
}
