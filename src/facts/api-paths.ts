/** Whether a path is the API server's, by its first segment. `public/api-sw.js` has the same list, as it cannot import. [TR1] */
export const isApiPath = (path: string): boolean =>
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|logs|\.well-known\/openid-configuration)(?:\/|$)/.test(
    path,
  )
