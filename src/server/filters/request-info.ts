import type { Filter } from '#server/request/request-context.ts'
import { internalError } from './internal-error.ts'

/** Refuses a request whose path cannot be parsed, before authentication. [RQ10] */
export const requestInfo: Filter = (next) => (context) =>
  context.info.lacksResource === true
    ? internalError(
        context,
        `failed to create RequestInfo: unable to determine kind and namespace from url, ${context.target.url}`,
      )
    : next(context)
