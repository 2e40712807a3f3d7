/** Requests below this path are answered by the recording of a lesson, not by its cluster. [LSN25] */
export const RECORDED_PATH = '/recorded'

/** Reports whether a path is one of a lesson's recording. */
export const isRecordedPath = (path: string): boolean => /^\/recorded(?:[/?]|$)/.test(path)

/**
 * Reports whether the API server serves a path, by its first segment. `public/api-sw.js` cannot import and has a
 * copy of this list. [TR1]
 */
export const isApiPath = (path: string): boolean =>
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|clusters|logs|\.well-known\/openid-configuration)(?:\/|$)/.test(
    path,
  )
