import type { Authenticator } from './authenticator.ts'
import { authenticatedUser } from './user-info.ts'

/** Header by which the server's own controllers authenticate. */
export const LOOPBACK_HEADER = 'x-orchard-loopback'

/**
 * Authenticates the server's own controllers by a secret that is generated at start and never leaves the process. The
 * value of {@link LOOPBACK_HEADER} is `secret name`; a wrong secret counts as no credentials. [AU5]
 */
export const loopbackUser = (secret: string): Authenticator => ({
  authenticate(headers) {
    const value = headers.get(LOOPBACK_HEADER) ?? ''
    if (!value.startsWith(`${secret} `)) return { type: 'none' }
    const user = authenticatedUser({ name: value.slice(secret.length + 1), groups: ['system:masters'] })
    return { type: 'user', user, by: 'the server itself' }
  },
})
