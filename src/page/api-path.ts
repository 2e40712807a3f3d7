/** First path segments that belong to the API server; the service worker script `public/api-sw.js` has the same list. [TR1] */
const API_PATH =
  /^\/(?:api|apis|openapi|version|healthz|livez|readyz|metrics|debug|logs|\.well-known\/openid-configuration)(?:\/|$)/

/** Whether a URL is the API server's: of this origin, and one of its paths. */
export const isApiUrl = (url: URL): boolean => url.origin === location.origin && API_PATH.test(url.pathname)
