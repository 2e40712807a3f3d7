/** What a path of the API names. */
export interface PathParts {
  /** `''` for the core group. */
  readonly group: string
  readonly version: string
  readonly namespace?: string
  readonly resource: string
  /** Absent for a collection. */
  readonly name?: string
  readonly subresource?: string
}

/** Reads a path of a resource; `null` for discovery, health and everything else. */
export function pathParts(path: string): PathParts | null {
  const [, root, ...rest] = path.split('/').filter((part, at) => at === 0 || part !== '')
  if (root !== 'api' && root !== 'apis') return null
  const [group = '', ...versioned] = root === 'api' ? ['', ...rest] : rest
  const [version, ...words] = versioned
  if (version === undefined || words[0] === undefined) return null
  const namespace = words[0] === 'namespaces' && !isOfNamespace(words) ? words[1] : undefined
  const [resource = '', name, ...below] = namespace === undefined ? words : words.slice(2)
  return {
    group,
    version,
    resource: decoded(resource),
    ...(namespace === undefined ? {} : { namespace: decoded(namespace) }),
    ...(name === undefined ? {} : { name: decoded(name) }),
    ...(below.length === 0 ? {} : { subresource: below.map(decoded).join('/') }),
  }
}

/** `namespaces`, `namespaces/shop` and its own parts: not what is in it. */
const isOfNamespace = (words: readonly string[]): boolean =>
  words.length < 3 || words[2] === 'status' || words[2] === 'finalize'

/** Whether a path has the form of a collection's path. */
export function isCollection(path: string): boolean {
  const parts = pathParts(path)
  return parts !== null && parts.name === undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}
