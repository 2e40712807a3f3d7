import { isApiPath, isRecordedPath } from '#facts/api-paths.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import { ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { isWorldUrl } from '#facts/world-api.ts'
import { isCollection } from '#client/path-parts.ts'
import { jsonAs, protobufIn, vocabularies } from '#ui/model/names/vocabulary.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** An option of the Content-Type or Accept control. */
export interface MediaChoice {
  readonly label: string
  readonly value: string
}

const plainBodies: readonly MediaChoice[] = [
  { label: 'JSON', value: 'application/json' },
  { label: 'YAML', value: 'application/yaml' },
]
/** Media type of server-side apply; the body may be YAML or JSON. */
const applyType = 'application/apply-patch+yaml'

const patchBodies: readonly MediaChoice[] = [
  { label: 'JSON patch', value: 'application/json-patch+json' },
  { label: 'Merge', value: 'application/merge-patch+json' },
  { label: 'Strategic', value: 'application/strategic-merge-patch+json' },
  { label: 'Apply', value: applyType },
]
const convertedTo = (vocabulary: ClusterWords, kind: string, group = 'meta', version = 'v1'): MediaChoice => ({
  label: kind,
  value: jsonAs(vocabulary, { group, version, kind }),
})
const metadataKinds = ['PartialObjectMetadata', 'PartialObjectMetadataList'] as const
const metadataChoice = (vocabulary: ClusterWords, path: string): MediaChoice =>
  convertedTo(vocabulary, metadataKinds[isCollection(path) ? 1 : 0])

/**
 * Media types that can be requested at a path, in the cluster's vocabulary: metadata of one object or of a list, aggregated
 * discovery at the discovery roots. [RC14] [VO6]
 */
export const acceptChoices = (path: string, vocabulary: ClusterWords): readonly MediaChoice[] => [
  { label: 'JSON', value: 'application/json' },
  { label: 'YAML', value: 'application/yaml' },
  { label: 'Protobuf', value: protobufIn(vocabulary) },
  ...(/^\/apis?\/?$/.test(path)
    ? [convertedTo(vocabulary, 'APIGroupDiscoveryList', 'apidiscovery', 'v2')]
    : [convertedTo(vocabulary, 'Table'), metadataChoice(vocabulary, path)]),
]

/**
 * Returns the draft with another path. An `Accept` for a list becomes the one for a single object, and vice versa.
 * [RC14]
 */
export function withPath(draft: RequestDraft, path: string): RequestDraft {
  const vocabulary = vocabularies.find((each) =>
    metadataKinds.some((kind) => convertedTo(each, kind).value === draft.accept),
  )
  const accept = vocabulary === undefined ? draft.accept : metadataChoice(vocabulary, path).value
  return { ...draft, path, accept }
}

/** Returns the body types of a method: the patch types for a PATCH. */
export const bodyChoices = (method: Method): readonly MediaChoice[] => (method === 'PATCH' ? patchBodies : plainBodies)

/** The request that the console edits. Survives a reload of the page. */
export interface RequestDraft {
  readonly method: Method
  /** Path without query. */
  readonly path: string
  readonly query: readonly QueryParameter[]
  readonly contentType: string
  readonly accept: string
  /** Headers besides Content-Type and Accept, one `Name: value` per line. */
  readonly headers: string
  readonly body: string
  /** While the method is DELETE the body of the other methods, and vice versa; absent if it is empty. [RC21] */
  readonly setAside?: string
}

export interface QueryParameter {
  readonly name: string
  readonly value: string
}

interface KnownParameter {
  readonly name: string
  readonly methods: readonly Method[]
  /** Suggested values; clicking the dashed chip sets the first one. */
  readonly values: readonly string[]
}

/** Query parameters of the API, in the order of the form. */
export const knownParameters: readonly KnownParameter[] = [
  { name: 'watch', methods: ['GET'], values: ['1'] },
  { name: 'labelSelector', methods: ['GET', 'DELETE'], values: ['app=web'] },
  { name: 'fieldSelector', methods: ['GET', 'DELETE'], values: ['metadata.name='] },
  { name: 'limit', methods: ['GET'], values: ['2'] },
  { name: 'continue', methods: ['GET'], values: [''] },
  { name: 'resourceVersion', methods: ['GET'], values: ['0'] },
  { name: 'resourceVersionMatch', methods: ['GET'], values: ['NotOlderThan', 'Exact'] },
  { name: 'allowWatchBookmarks', methods: ['GET'], values: ['true'] },
  { name: 'timeoutSeconds', methods: ['GET'], values: ['30'] },
  { name: 'dryRun', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], values: ['All'] },
  { name: 'fieldValidation', methods: ['POST', 'PUT', 'PATCH'], values: ['Strict', 'Warn', 'Ignore'] },
  { name: 'fieldManager', methods: ['POST', 'PUT', 'PATCH'], values: ['console'] },
  { name: 'force', methods: ['PATCH'], values: ['true'] },
  { name: 'propagationPolicy', methods: ['DELETE'], values: ['Background', 'Foreground', 'Orphan'] },
  { name: 'gracePeriodSeconds', methods: ['DELETE'], values: ['0'] },
  { name: 'pretty', methods: [...methods], values: ['true'] },
]

export const emptyDraft: RequestDraft = {
  method: 'GET',
  path: '/api/v1/namespaces',
  query: [],
  contentType: 'application/json',
  accept: 'application/json',
  headers: '',
  body: '',
}

export const hasBody = (method: Method): boolean => method !== 'GET'

/**
 * Returns the draft with the body for a method. A DELETE takes DeleteOptions and refuses everything else, so its body is not
 * that of the other methods. [RC21]
 */
function withBodyOf(draft: RequestDraft, method: Method): RequestDraft {
  if ((draft.method === 'DELETE') === (method === 'DELETE')) return draft
  const { setAside = '', ...kept } = draft
  return { ...kept, body: setAside, ...(draft.body === '' ? {} : { setAside: draft.body }) }
}

/** Returns the draft with another method, its body, and a body type that the method accepts. */
export function withMethod(draft: RequestDraft, method: Method): RequestDraft {
  const choices = bodyChoices(method)
  const contentType = choices.some((choice) => choice.value === draft.contentType)
    ? draft.contentType
    : method === 'PATCH'
      ? 'application/merge-patch+json'
      : 'application/json'
  return { ...withBodyOf(draft, method), method, contentType }
}

/**
 * Returns the draft with another body type. An apply requires a field manager, so a default is set when none is given.
 * [RC10]
 */
export function withContentType(draft: RequestDraft, contentType: string): RequestDraft {
  const typed = { ...draft, contentType }
  const isNamed = draft.query.some(({ name }) => name === 'fieldManager')
  return contentType === applyType && !isNamed ? withParameter(typed, 'fieldManager', 'console') : typed
}

/** Sets or changes one query parameter, or removes it when `value` is `null`. */
export function withParameter(draft: RequestDraft, name: string, value: string | null): RequestDraft {
  if (value === null) return { ...draft, query: draft.query.filter((parameter) => parameter.name !== name) }
  const known = draft.query.some((parameter) => parameter.name === name)
  const query = known
    ? draft.query.map((parameter) => (parameter.name === name ? { name, value } : parameter))
    : [...draft.query, { name, value }]
  return { ...draft, query }
}

/** Sets the path from typed or pasted text; a query after `?` becomes parameters. */
export function withTarget(draft: RequestDraft, typed: string): RequestDraft {
  const target = typed.trim()
  const at = target.indexOf('?')
  if (at < 0) return withPath(draft, target)
  const query = [...new URLSearchParams(target.slice(at + 1))].map(([name, value]) => ({ name, value }))
  return { ...withPath(draft, target.slice(0, at)), query }
}

/** Reports whether the page's security policy lets a request through: to simulated parties and to this machine. */
function canReach(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return isWorldUrl(url) || ['localhost', '127.0.0.1'].includes(url.hostname)
}

/**
 * Returns why a path does not reach the server, `''` if it does. A browser takes a text without a slash for an address below
 * the page's own, and what the server does not serve for one of the page's files. A lesson's recording has paths of its own. [RC18] [LSN25]
 */
export function pathProblem(path: string): string {
  if (/^https?:/.test(path))
    return canReach(path) ? '' : 'The page reaches no other hosts: type a path, such as /api/v1/namespaces.'
  if (!path.startsWith('/') || path.startsWith('//')) return 'A path begins with one slash, such as /api/v1/namespaces.'
  // Resolves `..` as the browser does before it sends.
  const { pathname } = new URL(path, 'http://server')
  return isApiPath(pathname) || isRecordedPath(pathname)
    ? ''
    : 'The server does not answer below this path: its own begin with /api, /apis, /openapi, /version, /healthz, /metrics or /debug.'
}

/** Returns why a collection cannot be listed or watched at a path whose parameters have fields of their own. [PP6] [WT10] */
export const collectionProblem = (path: string): string =>
  /[?#]/.test(path) ? 'A path ends before ? and #: parameters have fields of their own here.' : pathProblem(path)

/** Returns path and query as sent. The path is not normalized: the server receives exactly what was typed. */
export function toTarget(draft: RequestDraft): string {
  const query = draft.query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return query.length === 0 ? draft.path : `${draft.path}?${query.join('&')}`
}

const typedHeaders = (headers: string): readonly (readonly [string, string])[] =>
  headers
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.indexOf(':') > 0)
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)

/**
 * Returns all headers that the draft sends, in order. A typed Accept or Content-Type takes the place of the chosen one:
 * both together would be one header with a list of two types. Lines without a colon are skipped. [RC5]
 */
export function toHeaders(draft: RequestDraft, actor: string): readonly (readonly [string, string])[] {
  const typed = typedHeaders(draft.headers)
  const isTyped = (name: string): boolean => typed.some(([one]) => one.toLowerCase() === name)
  return [
    ...(isTyped('accept') ? [] : [['Accept', draft.accept] as const]),
    ...(hasBody(draft.method) && draft.body !== '' && !isTyped('content-type')
      ? [['Content-Type', draft.contentType] as const]
      : []),
    ...(actor === '' ? [] : [[ACTING_AS_HEADER, actor] as const]),
    ...typed,
  ]
}

/** Characters of a header's name, by RFC 9110. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Returns why the typed headers cannot be sent, `''` if they can. [RC20] */
export function headersProblem(headers: string): string {
  for (const [at, line] of headers.split('\n').entries()) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    if (colon < 0) return `Line ${at + 1} of the headers has no colon: write Name: value.`
    const name = line.slice(0, colon).trim()
    if (!headerName.test(name)) return `Line ${at + 1} of the headers has no name of a header before the colon.`
    // The browser sends a header as bytes of Latin-1.
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(line))
      return `Line ${at + 1} of the headers has a character that no header can have.`
  }
  return ''
}

/** Parses a stored draft, which an older build may have written. Invalid members become the default. */
export function parseDraft(text: string | null): RequestDraft {
  if (text === null) return emptyDraft
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : emptyDraft
  } catch (error) {
    if (error instanceof SyntaxError) return emptyDraft
    throw error
  }
}

function isDraft(value: unknown): value is RequestDraft {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const texts = ['path', 'contentType', 'accept', 'headers', 'body']
  const query = fields.get('query')
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    methods.some((method) => method === fields.get('method')) &&
    ['string', 'undefined'].includes(typeof fields.get('setAside')) &&
    Array.isArray(query) &&
    query.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'name' in one &&
        typeof one.name === 'string' &&
        'value' in one &&
        typeof one.value === 'string',
    )
  )
}
