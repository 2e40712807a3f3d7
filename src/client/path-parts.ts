/** The parts of an API path. */
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

/** Returns the words of a path from the group on, which is `''` for the core group; `null` for a path of no resource. */
function groupVersionFirst(path: string): readonly string[] | null {
  const [, root, ...rest] = path.split('/').filter((part, at) => at === 0 || part !== '')
  if (root === 'api') return ['', ...rest]
  return root === 'apis' ? rest : null
}

/** Parses the path of a resource; `null` for discovery, health and all other paths. */
export function pathParts(path: string): PathParts | null {
  const [group = '', version, ...words] = groupVersionFirst(path) ?? []
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

/** Matches `namespaces`, `namespaces/shop` and its subresources, but not the objects in the namespace. */
const isOfNamespace = (words: readonly string[]): boolean =>
  words.length < 3 || words[2] === 'status' || words[2] === 'finalize'

/** Reports whether a path has the form of a collection path. */
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
