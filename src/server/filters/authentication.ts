import { ApiError } from '#api/api-error.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Access } from '#server/auth/access.ts'
import type { Authentication } from '#server/auth/authenticator.ts'
import { bearerWarning } from '#server/auth/token-file.ts'
import { anonymous } from '#server/auth/user-info.ts'
import type { Filter } from '#server/request/request-context.ts'

/** Receives the result and duration of authentication. [AM1] */
interface StageWatcher {
  authenticated(result: 'success' | 'failure' | 'error', user: string, seconds: number): void
  monotonicMs(): number
}

/** Authenticates the request, or ends it with 401. A request without credentials is anonymous. [AU1] */
export const authentication =
  (
    { authenticator, allowsAnonymous }: Pick<Access, 'authenticator' | 'allowsAnonymous'>,
    watcher: StageWatcher,
  ): Filter =>
  (next) =>
  (context) => {
    const { headers } = context.request
    const warning = bearerWarning(headers)
    if (warning !== null) context.warnings.add(warning)
    // A client certificate takes precedence over every header, as in the reference.
    const start = watcher.monotonicMs()
    const admit = (answer: Authentication): Soon<Response> => {
      const user = answer.type === 'user' ? answer.user : anonymous
      const isLetIn = answer.type === 'user' || (answer.type === 'none' && allowsAnonymous(context.info.path))
      const seconds = (watcher.monotonicMs() - start) / 1000
      watcher.authenticated(answer.type === 'refused' ? 'error' : isLetIn ? 'success' : 'failure', user.name, seconds)
      if (answer.type === 'refused') {
        context.requestTrace.add('authentication', 'refused', answer.why)
        throw new ApiError('Unauthorized', 'Unauthorized')
      }
      if (!isLetIn) {
        context.requestTrace.add(
          'authentication',
          'refused',
          'no credentials, and anonymous callers are not let in here',
        )
        throw new ApiError('Unauthorized', 'Unauthorized')
      }
      context.outcome.actor = user.name
      context.requestTrace.add(
        'authentication',
        'passed',
        answer.type === 'user' ? `${user.name}, by ${answer.by}` : user.name,
      )
      return next({ ...context, user })
    }
    return soon(context.peer.type === 'none' ? authenticator.authenticate(headers) : context.peer, admit)
  }
