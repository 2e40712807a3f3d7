import { ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { isCollection } from './path-parts.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** One choice of the Content-Type or Accept segments. */
export interface MediaChoice {
  readonly label: string
  readonly value: string
}

const plainBodies: readonly MediaChoice[] = [
  { label: 'JSON', value: 'application/json' },
  { label: 'YAML', value: 'application/yaml' },
]
/** Server-side apply; its body may be YAML or JSON. */
const applyType = 'application/apply-patch+yaml'

const patchBodies: readonly MediaChoice[] = [
  { label: 'JSON patch', value: 'application/json-patch+json' },
  { label: 'Merge', value: 'application/merge-patch+json' },
  { label: 'Strategic', value: 'application/strategic-merge-patch+json' },
  { label: 'Apply', value: applyType },
]
const metadataOnly = (kind: string): MediaChoice => ({
  label: kind,
  value: `application/json;as=${kind};g=meta.orch.io;v=v1`,
})
const metadataOfOne = metadataOnly('PartialObjectMetadata')
const metadataOfMany = metadataOnly('PartialObjectMetadataList')
const aggregatedDiscovery: MediaChoice = {
  label: 'APIGroupDiscoveryList',
  value: 'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList',
}

/** What can be asked for at a path: metadata of one or of many, discovery in one document at its roots. [RC14] */
export const acceptChoices = (path: string): readonly MediaChoice[] => [
  { label: 'JSON', value: 'application/json' },
  { label: 'YAML', value: 'application/yaml' },
  { label: 'Protobuf', value: 'application/vnd.orch.protobuf' },
  ...(/^\/apis?\/?$/.test(path)
    ? [aggregatedDiscovery]
    : [
        { label: 'Table', value: 'application/json;as=Table;g=meta.orch.io;v=v1' },
        isCollection(path) ? metadataOfMany : metadataOfOne,
      ]),
]

/** The draft at another path: an `Accept` for many becomes the one for one, and the other way. [RC14] */
export function withPath(draft: RequestDraft, path: string): RequestDraft {
  const isMetadata = [metadataOfOne.value, metadataOfMany.value].includes(draft.accept)
  const accept = isMetadata ? (isCollection(path) ? metadataOfMany : metadataOfOne).value : draft.accept
  return { ...draft, path, accept }
}

/** The body types that go with a method: a PATCH names its kind of patch. */
export const bodyChoices = (method: Method): readonly MediaChoice[] => (method === 'PATCH' ? patchBodies : plainBodies)

/** What the request console holds; all of it survives a reload. */
export interface RequestDraft {
  readonly method: Method
  /** Path without query. */
  readonly path: string
  readonly query: readonly QueryParameter[]
  readonly contentType: string
  readonly accept: string
  /** Headers besides Content-Type and Accept, one `Name: value` a line. */
  readonly headers: string
  readonly body: string
}

export interface QueryParameter {
  readonly name: string
  readonly value: string
}

interface KnownParameter {
  readonly name: string
  readonly methods: readonly Method[]
  /** First one is what a click on the dashed chip sets. */
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

/** The same draft for another method, with a body type that goes with it. */
export function withMethod(draft: RequestDraft, method: Method): RequestDraft {
  const choices = bodyChoices(method)
  const contentType = choices.some((choice) => choice.value === draft.contentType)
    ? draft.contentType
    : method === 'PATCH'
      ? 'application/merge-patch+json'
      : 'application/json'
  return { ...draft, method, contentType }
}

/** The same draft with another body type. An apply must say who applies, so it gets a manager when it has none. [RC10] */
export function withContentType(draft: RequestDraft, contentType: string): RequestDraft {
  const typed = { ...draft, contentType }
  const isNamed = draft.query.some(({ name }) => name === 'fieldManager')
  return contentType === applyType && !isNamed ? withParameter(typed, 'fieldManager', 'console') : typed
}

/** Sets, changes or (with `null`) removes one query parameter. */
export function withParameter(draft: RequestDraft, name: string, value: string | null): RequestDraft {
  if (value === null) return { ...draft, query: draft.query.filter((parameter) => parameter.name !== name) }
  const known = draft.query.some((parameter) => parameter.name === name)
  const query = known
    ? draft.query.map((parameter) => (parameter.name === name ? { name, value } : parameter))
    : [...draft.query, { name, value }]
  return { ...draft, query }
}

/** Takes what was typed or pasted into the path field: a query behind `?` becomes chips. */
export function withTarget(draft: RequestDraft, target: string): RequestDraft {
  const at = target.indexOf('?')
  if (at < 0) return withPath(draft, target)
  const query = [...new URLSearchParams(target.slice(at + 1))].map(([name, value]) => ({ name, value }))
  return { ...withPath(draft, target.slice(0, at)), query }
}

/** Path and query as sent. The path is not normalised: what was typed is what the server sees. */
export function toTarget(draft: RequestDraft): string {
  const query = draft.query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return query.length === 0 ? draft.path : `${draft.path}?${query.join('&')}`
}

/** All headers that the draft sends, in order. Lines without a colon are left out. */
export function toHeaders(draft: RequestDraft, actor: string): readonly (readonly [string, string])[] {
  const typed = draft.headers
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.indexOf(':') > 0)
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)
  return [
    ['Accept', draft.accept],
    ...(hasBody(draft.method) && draft.body !== '' ? [['Content-Type', draft.contentType] as const] : []),
    ...(actor === '' ? [] : [[ACTING_AS_HEADER, actor] as const]),
    ...typed,
  ]
}

/** A draft from text that may come from storage of an older build; anything unfit becomes the default. */
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
