import type { Filter, Handler, RequestContext } from '#server/request/request-context.ts'

/** The number of requests that may be in progress at once; 0 for any number. */
export interface InFlightLimits {
  readonly readOnly: number
  readonly mutating: number
}

const readOnlyVerbs = new Set(['get', 'list', 'watch'])
const longRunningVerbs = new Set(['watch', 'proxy'])
const longRunningSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward'])

const isLongRunning = ({ info: { verb, isResource, subresource } }: RequestContext): boolean =>
  longRunningVerbs.has(verb) || (isResource && longRunningSubresources.has(subresource))

/**
 * Refuses requests when too many are in progress, mutating and other requests counted apart. Long-running requests and
 * those of an exempt priority level do not count, and administrators are never refused. [FC12]
 */
export function requestsInFlight(limits: InFlightLimits): Filter {
  const counts = { readOnly: 0, mutating: 0 }
  return (next) => (context) => {
    const type = readOnlyVerbs.has(context.info.verb) ? 'readOnly' : 'mutating'
    if (limits[type] === 0 || isLongRunning(context) || context.outcome.flow?.isExempt === true) return next(context)
    if (counts[type] >= limits[type]) {
      if (context.user.groups.includes('system:masters')) return next(context)
      context.outcome.reason = 'TooManyRequests'
      return tooManyRequests()
    }
    counts[type] += 1
    return counted(next, context).finally(() => (counts[type] -= 1))
  }
}

const counted = async (next: Handler, context: RequestContext): Promise<Response> => next(context)

/** Plain text, because nothing was negotiated yet. */
const tooManyRequests = (): Response =>
  new Response('Too many requests, please try again later.\n', {
    status: 429,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': '1',
      'x-content-type-options': 'nosniff',
    },
  })
