/** A target that begins with `/clusters/NAME/`, without that prefix. */
export interface ClusterTarget {
  readonly cluster: string
  /** Path and query of the cluster's own API; begins with `/`. */
  readonly rest: string
}

const pattern = /^\/clusters\/([^/?#]+)(\/[^]*|\?[^]*)?$/

/** Splits the path and query of a request; `null` if it names no cluster. [MC2] */
export function splitClusterPath(target: string): ClusterTarget | null {
  const found = pattern.exec(target)
  if (found === null) return null
  const [, cluster = '', rest = ''] = found
  return { cluster, rest: rest.startsWith('/') ? rest : `/${rest}` }
}
