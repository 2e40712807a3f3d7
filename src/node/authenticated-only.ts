import type { Authorizer } from '#server/auth/authorizer.ts'

/** What anybody may read of a server that knows its callers: that it is there. */
const publicPaths = new Set(['/version', '/version/', '/healthz', '/livez', '/readyz'])

/**
 * Until access rules are served: whoever has proved who it is may do everything, everybody else may ask whether the
 * server is there. For a host with a token file, which may stand on a network. [ND10]
 */
export const authenticatedOnly: Authorizer = {
  authorize: async ({ user, isResource, path, verb }) => {
    if (user.groups.includes('system:authenticated')) return { type: 'allowed', why: 'an authenticated user' }
    return !isResource && verb === 'get' && publicPaths.has(path)
      ? { type: 'allowed', why: 'open to everybody' }
      : { type: 'denied', why: '' }
  },
}
