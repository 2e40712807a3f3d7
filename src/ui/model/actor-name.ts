/**
 * A user as the page writes it: a service account by its own name, a component of the system without its prefix. The
 * whole name belongs into the title.
 */
export function actorName(actor: string): string {
  const account = /^system:serviceaccount:[^:]+:(.+)$/.exec(actor)?.[1]
  return account ?? (actor.startsWith('system:') ? actor.slice('system:'.length) : actor)
}
