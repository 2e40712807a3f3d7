import { parseFieldSelector, requiredFieldValue } from '#api/field-selector.ts'
import { isNarrowed, type Narrowing, parseNarrowing } from '#api/narrowing.ts'
import { pathSegmentName } from '#api/names.ts'
import { SelectorError } from '#api/selector-error.ts'

/** What a request's method and path say, before anybody knows whether there is such a resource. */
export interface RequestInfo {
  readonly isResource: boolean
  /** `list`, `deletecollection`, …; of other paths the method in lower case. */
  readonly verb: string
  /** Decoded. */
  readonly path: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** Of requests for many objects, where selectors narrow them. [AZ10] */
  readonly narrowing?: Narrowing
  /** `watch` or `proxy` stands where the resource should, with nothing behind it: no request info can be made. [RQ10] */
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

/** `?watch`, `?watch=1`, `?watch=anything` but `false` and `0`. [WA1] */
export const isWatchQuery = (query: URLSearchParams): boolean => {
  const watch = query.get('watch')
  return watch !== null && !falseTexts.has(watch.toLowerCase())
}

/** Reads method and decoded path the way access rules see them. [RQ1] */
export function toRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
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

const aboutOf = (verb: string, name: string, query: URLSearchParams): string =>
  readsMany.has(verb) && name === '' ? selectedName(query) : name

/** The one object that a list or watch is about, if its field selector names it: a right to that object is enough. [AC4] */
function selectedName(query: URLSearchParams): string {
  const text = query.get('fieldSelector') ?? ''
  if (text === '') return ''
  try {
    const name = requiredFieldValue(parseFieldSelector(text), 'metadata.name') ?? ''
    return pathSegmentName(name).length === 0 ? name : ''
  } catch (error) {
    // The list itself refuses it, in its own words.
    if (error instanceof SelectorError) return ''
    throw error
  }
}

/** With what the query narrows the request to, if it does. The old forms narrow nothing, as in the reference. */
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

/** The old forms `watch/…` and `proxy/…`. */
const startsSpecially = (rest: readonly string[]): boolean => rest.length > 1 && isSpecialWord(rest[0] ?? '')

const lacksResource = (rest: readonly string[]): boolean => rest.length === 1 && isSpecialWord(rest[0] ?? '')

const isSpecialWord = (word: string): boolean => word === 'watch' || word === 'proxy'

/** `null` for a path that is no resource's. */
function startOf([prefix, ...rest]: readonly string[]): Start | null {
  const [first = '', second = ''] = rest
  if (prefix === 'api' && rest.length > 1) return { group: '', version: first, rest: rest.slice(1) }
  return prefix === 'apis' && rest.length > 2 ? { group: first, version: second, rest: rest.slice(2) } : null
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
