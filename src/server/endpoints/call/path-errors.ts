import { ApiError } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'

/** Returns the 404 of a path that no route matches, inside a served group. [RQ1] */
export const noSuchPath = (): ApiError =>
  new ApiError('NotFound', 'the server could not find the requested resource', { details: {} })

/** Returns the 405 of a route without this method. [RQ4] */
export const noSuchMethod = (): ApiError =>
  new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource', { details: {} })

/** Returns the 405 of a collection that can be listed but not watched. [RQ4] */
export const watchNotSupported = (resource: string): ApiError =>
  new ApiError('MethodNotAllowed', `watch is not supported on resources of kind ${quoteGo(resource)}`, {
    details: { kind: resource },
  })

/** Returns the plain-text 404 of a path outside every group. [RQ1] */
export const pageNotFound = (): Response =>
  new Response('404 page not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })

/** Returns the 415 of a route that accepts other body types. [NE3] */
export const wrongBodyType = (): ApiError =>
  new ApiError('UnsupportedMediaType', '415: Unsupported Media Type', { details: {} })

/** Returns the 406 of a route without an acceptable representation. [NE2] */
export const wrongAnswerType = (available: readonly string[]): ApiError =>
  new ApiError('NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`, {
    details: {},
  })
