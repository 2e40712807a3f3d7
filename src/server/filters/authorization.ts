import { type Soon, soon } from '#api/waiting/soon.ts'
import type { Attributes, Authorizer, Decision } from '#server/auth/authorizer.ts'
import { forbidden } from '#server/auth/forbidden.ts'
import { internalError } from './internal-error.ts'
import type { Filter, RequestContext } from '#server/request/request-context.ts'

/** Receives the result and duration of authorization. [AM1] */
interface StageWatcher {
  readonly monotonicMs: () => number
  readonly authorized: (attributes: Attributes, decision: Decision, seconds: number) => void
}

/** Authorizes the request before its body is read and before the path is resolved. [AU4] */
export const authorization =
  (authorizer: Authorizer, { monotonicMs, authorized }: StageWatcher): Filter =>
  (next) =>
  (context) => {
    const attributes = toAttributes(context)
    const start = monotonicMs()
    const decide = (decision: Decision): Soon<Response> => {
      authorized(attributes, decision, (monotonicMs() - start) / 1000)
      const how = decision.by ?? decision.why
      if (decision.type !== 'allowed') {
        context.requestTrace.add('authorization', 'refused', how)
        if (decision.error !== undefined) return internalError(context, decision.error)
        throw forbidden(attributes, decision.why)
      }
      context.requestTrace.add('authorization', 'passed', how === '' ? 'allowed' : `allowed: ${how}`)
      return next(context)
    }
    return soon(authorizer.authorize(attributes, { trace: context.trace }), decide)
  }

const toAttributes = ({ info, user }: RequestContext): Attributes => ({ user, ...info })
