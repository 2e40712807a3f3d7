import { isApiPath } from '#facts/api-paths.ts'
import { isWorldUrl } from '#facts/world-api.ts'

/** Whether a URL is the API server's: of this origin, and one of its paths. */
export const isApiUrl = (url: URL): boolean =>
  (url.origin === location.origin && isApiPath(url.pathname)) || isWorldUrl(url)
