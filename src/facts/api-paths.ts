/** Whether the API server answers a path, by its first segment. `public/api-sw.js` cannot import and has the same list. [TR1] */
export const isApiPath = (path: string): boolean =>
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|logs|\.well-known\/openid-configuration)(?:\/|$)/.test(
    path,
  )
