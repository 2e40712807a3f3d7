import { isApiPath } from '#facts/api-paths.ts'
import { isWorldUrl } from '#facts/world-api.ts'

/** Reports whether a URL belongs to the API server: same origin, and one of its paths. */
export const isApiUrl = (url: URL): boolean =>
  (url.origin === location.origin && isApiPath(url.pathname)) || isWorldUrl(url)
