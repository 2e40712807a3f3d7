/**
 * Reports whether the API server serves a path, by its first segment. `public/api-sw.js` cannot import and has a
 * copy of this list. [TR1]
 */
export const isApiPath = (path: string): boolean =>
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|clusters|logs|\.well-known\/openid-configuration)(?:\/|$)/.test(
    path,
  )
