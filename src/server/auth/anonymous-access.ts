/** Whether callers without credentials are let in as `system:anonymous`. */
export interface AnonymousAccess {
  readonly enabled: boolean
  /** Exact paths, without query; `null` for all. */
  readonly paths: readonly string[] | null
}

export const allAnonymous: AnonymousAccess = { enabled: true, paths: null }

/** Whether a request without credentials for `path` goes on. No wildcard, no prefix. [JW17] */
export const letsIn = ({ enabled, paths }: AnonymousAccess, path: string): boolean =>
  enabled && (paths === null || paths.includes(path))
