/** The setting that admits callers without credentials as `system:anonymous`. */
export interface AnonymousAccess {
  readonly enabled: boolean
  /** Exact paths, without query; `null` for all. */
  readonly paths: readonly string[] | null
}

export const allAnonymous: AnonymousAccess = { enabled: true, paths: null }

/**
 * Reports whether a request for `path` without credentials proceeds. Paths have no wildcards and no prefix matching.
 * [JW17]
 */
export const allowsAnonymousPath = ({ enabled, paths }: AnonymousAccess, path: string): boolean =>
  enabled && (paths === null || paths.includes(path))
