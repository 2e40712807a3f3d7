import { parseFieldSelector, requiredFieldValue } from '#api/selectors/field-selector.ts'
import { isNarrowed, type Narrowing, parseNarrowing } from '#api/selectors/narrowing.ts'
import { pathSegmentName } from '#api/names.ts'
import { SelectorError } from '#api/selectors/selector-error.ts'

/** The attributes of a request derived from method and path, before the resource is looked up. */
export interface RequestInfo {
  readonly isResource: boolean
  /** `list`, `deletecollection`, …; for non-resource paths the method in lower case. */
  readonly verb: string
  /** Decoded. */
  readonly path: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** For requests for multiple objects: how selectors narrow them. [AZ10] */
  readonly narrowing?: Narrowing
  /**
   * The path has `watch` or `proxy` instead of a resource, with nothing after it: the request info cannot be
   * determined. [RQ10]
   */
  readonly lacksResource?: boolean
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])
const readsMany = new Set(['list', 'watch'])
const actsOnMany = new Set([...readsMany, 'deletecollection'])
const falseTexts = new Set(['false', '0'])

/** Reports whether the query requests a watch: `?watch`, `?watch=1`, any value except `false` and `0`. [WA1] */
export const isWatchQuery = (query: URLSearchParams): boolean => {
  const watch = query.get('watch')
  return watch !== null && !falseTexts.has(watch.toLowerCase())
}

/** Derives the request info from method and decoded path, for authorization. [RQ1] */
export function toRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const parts = withoutOuterSlashes(path).split('/')
  const start = startOf(parts)
  if (start === null) return { ...nothing, path, isResource: false, verb: method.toLowerCase() }
  const { group, version } = start
  if (lacksResource(start.rest)) return { ...nothing, path, isResource: true, verb: '', lacksResource: true }
  const isSpecial = startsSpecially(start.rest)
  const { namespace, words } = takeNamespace(isSpecial ? start.rest.slice(1) : start.rest)
  const [resource = '', name = '', part = ''] = words
  const verb = isSpecial ? (start.rest[0] ?? '') : collectionVerb(verbs.get(method) ?? '', name, query)
  const subresource = isSpecial ? '' : part
  const about = aboutOf(verb, name, query)
  const info = { path, group, version, namespace, resource, name: about, isResource: true, subresource, verb }
  return isSpecial ? info : withNarrowing(info, query)
}

function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (start < end && path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

const aboutOf = (verb: string, name: string, query: URLSearchParams): string =>
  readsMany.has(verb) && name === '' ? selectedName(query) : name

/** Returns the name in the field selector of a list or watch: permission for that object is sufficient. [AC4] */
function selectedName(query: URLSearchParams): string {
  const text = query.get('fieldSelector') ?? ''
  if (text === '') return ''
  try {
    const name = requiredFieldValue(parseFieldSelector(text), 'metadata.name') ?? ''
    return pathSegmentName(name).length === 0 ? name : ''
  } catch (error) {
    // The list refuses the selector with its own error text.
    if (error instanceof SelectorError) return ''
    throw error
  }
}

/** Adds the selectors of the query. The deprecated path forms have none, as in the reference. */
function withNarrowing(info: RequestInfo, query: URLSearchParams): RequestInfo {
  if (!actsOnMany.has(info.verb)) return info
  const fields = query.get('fieldSelector') ?? ''
  const labels = query.get('labelSelector') ?? ''
  if (fields === '' && labels === '') return info
  const narrowing = parseNarrowing(fields, labels)
  return isNarrowed(narrowing) ? { ...info, narrowing } : info
}

const nothing = { group: '', version: '', namespace: '', resource: '', subresource: '', name: '' }

interface Start {
  readonly group: string
  readonly version: string
  readonly rest: readonly string[]
}

/** Reports whether the path has the deprecated form `watch/…` or `proxy/…`. */
const startsSpecially = (rest: readonly string[]): boolean => rest.length > 1 && isSpecialWord(rest[0] ?? '')

const lacksResource = (rest: readonly string[]): boolean => rest.length === 1 && isSpecialWord(rest[0] ?? '')

const isSpecialWord = (word: string): boolean => word === 'watch' || word === 'proxy'

/** Parses the prefix of a path; `null` for a non-resource path. */
function startOf(parts: readonly string[]): Start | null {
  const [prefix, first = '', second = ''] = parts
  if (prefix === 'api' && parts.length > 2) return { group: '', version: first, rest: parts.slice(2) }
  return prefix === 'apis' && parts.length > 3 ? { group: first, version: second, rest: parts.slice(3) } : null
}

function takeNamespace(words: readonly string[]): { readonly namespace: string; readonly words: readonly string[] } {
  if (words[0] !== 'namespaces' || words.length < 2) return { namespace: '', words }
  const inside = words.length > 2 && words[2] !== 'status' && words[2] !== 'finalize'
  return { namespace: words[1] ?? '', words: inside ? words.slice(2) : words }
}

function collectionVerb(plain: string, name: string, query: URLSearchParams): string {
  if (name !== '') return plain
  if (plain === 'get') return isWatchQuery(query) ? 'watch' : 'list'
  return plain === 'delete' ? 'deletecollection' : plain
}
