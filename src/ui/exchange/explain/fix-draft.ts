import { printExactJson } from '#api/exact-json.ts'
import { type Json, isObject, type JsonObject } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { type RequestDraft, withContentType, withMethod, withParameter } from '#ui/exchange/request-draft.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'

/** A change that a button makes to a refused request before the request is sent again. */
export type FixId = keyof typeof fixes

interface Fix {
  /** Text of the button. */
  readonly label: string
  /** Returns the request to send; `null` when this request cannot be changed in that way. */
  readonly change: (draft: RequestDraft, status: Status) => RequestDraft | null
  /** True when the request is only filled in, so that the user reviews it before it is sent. */
  readonly looksFirst?: boolean
}

const without = (draft: RequestDraft, ...names: readonly string[]): RequestDraft | null =>
  draft.query.some(({ name }) => names.includes(name))
    ? { ...draft, query: draft.query.filter(({ name }) => !names.includes(name)) }
    : null

const get = (path: string): RequestDraft['path'] | null => (path === '' ? null : path)

const toGet = (draft: RequestDraft, path: string): RequestDraft | null =>
  get(path) === null ? null : { ...withMethod(draft, 'GET'), path, query: [], accept: 'application/json', body: '' }

/** Returns the draft with a changed body; `null` when the body is not an object or the change has no effect. */
function withBody(draft: RequestDraft, change: (body: JsonObject) => JsonObject | null): RequestDraft | null {
  const read = readYaml(draft.body)
  if (read.type === 'problem') return null
  const changed = change(read.object)
  return changed === null ? null : { ...draft, body: printExactJson(changed as Json, 2) }
}

const withoutMetadata =
  (name: string) =>
  (body: JsonObject): JsonObject | null => {
    const { metadata } = body
    if (!isObject(metadata) || !Object.hasOwn(metadata, name)) return null
    const { [name]: _gone, ...rest } = metadata
    return { ...body, metadata: rest }
  }

function generatedName(body: JsonObject): JsonObject | null {
  const { metadata } = body
  if (!isObject(metadata) || typeof metadata['name'] !== 'string') return null
  const { name, ...rest } = metadata
  return { ...body, metadata: { ...rest, generateName: `${name}-` } }
}

const withoutPreconditions = (body: JsonObject): JsonObject | null => {
  const { preconditions, ...rest } = body
  return preconditions === undefined ? null : rest
}

/** Returns the collection of an object's path; for a collection, the path itself. */
function collectionOf(path: string): string {
  const parts = path.split('/')
  const at = parts.indexOf('namespaces')
  const base = path.startsWith('/apis/') ? 4 : 3
  const plural = at === base && parts.length > base + 2 ? base + 2 : base
  return parts.slice(0, plural + 1).join('/')
}

/** Puts the namespace of the path, and the name where the path has one, in place of those of the body. */
const namesOfPath =
  ({ path }: RequestDraft) =>
  (body: JsonObject): JsonObject | null => {
    const { metadata } = body
    if (!isObject(metadata)) return null
    const collection = collectionOf(path)
    const namespace = /\/namespaces\/([^/]+)\/[^/]+$/.exec(collection)?.[1]
    const name = path.slice(collection.length + 1).split('/')[0] ?? ''
    const { namespace: _namespace, ...rest } = metadata
    const names = { ...(namespace === undefined ? {} : { namespace }), ...(name === '' ? {} : { name }) }
    return { ...body, metadata: { ...rest, ...names } }
  }

/** Returns the path of the existing object that a refused creation conflicts with. */
function existing(draft: RequestDraft, status: Status): string {
  const name = status.details?.name ?? ''
  if (draft.method !== 'POST') return draft.path
  return name === '' ? '' : `${draft.path.replace(/\/$/, '')}/${encodeURIComponent(name)}`
}

/** Parameters that say at which version a list or a watch starts. */
const startParameters = ['resourceVersion', 'resourceVersionMatch', 'continue', 'sendInitialEvents'] as const

const isWatch = ({ method, query }: RequestDraft): boolean =>
  method === 'GET' && query.some(({ name, value }) => name === 'watch' && ['1', 'true'].includes(value))

/** Returns the watch with the objects of now as its first events; `null` for other requests. */
function withInitialEvents(draft: RequestDraft): RequestDraft | null {
  if (!isWatch(draft)) return null
  const set = { resourceVersionMatch: 'NotOlderThan', sendInitialEvents: 'true', allowWatchBookmarks: 'true' }
  const from = without(draft, ...startParameters) ?? draft
  return Object.entries(set).reduce((changed, [name, value]) => withParameter(changed, name, value), from)
}

const isHeader = (line: string, name: string): boolean => line.trim().toLowerCase().startsWith(`${name}:`)

const fixes = {
  'send-again': { label: 'Send it again', change: (draft) => draft },
  force: { label: 'Apply with force', change: (draft) => withParameter(draft, 'force', 'true') },
  'drop-force': { label: 'Without force', change: (draft) => without(draft, 'force') },
  'name-manager': { label: 'As manager console', change: (draft) => withParameter(draft, 'fieldManager', 'console') },
  'drop-version': {
    label: 'Send without resourceVersion',
    change: (draft) => withBody(draft, withoutMetadata('resourceVersion')),
  },
  'names-of-path': {
    label: 'Use the names of the path',
    looksFirst: true,
    change: (draft) => withBody(draft, namesOfPath(draft)),
  },
  'drop-managed-fields': {
    label: 'Send without managedFields',
    change: (draft) => withBody(draft, withoutMetadata('managedFields')),
  },
  'drop-preconditions': {
    label: 'Send without preconditions',
    change: (draft) => withBody(draft, withoutPreconditions),
  },
  'generate-name': { label: 'Let the server choose a name', change: (draft) => withBody(draft, generatedName) },
  'dry-run-all': { label: 'Send dryRun=All', change: (draft) => withParameter(draft, 'dryRun', 'All') },
  'validation-warn': {
    label: 'Only warn about them',
    change: (draft) => withParameter(draft, 'fieldValidation', 'Warn'),
  },
  'start-again': {
    label: 'Start the list again',
    change: (draft) => (draft.method === 'GET' && !isWatch(draft) ? without(draft, ...startParameters) : null),
  },
  'watch-initial': { label: 'Watch with sendInitialEvents', change: withInitialEvents },
  'list-again': {
    label: 'List again',
    change: (draft) =>
      isWatch(draft) ? without(draft, ...startParameters, 'watch', 'allowWatchBookmarks', 'timeoutSeconds') : null,
  },
  'continue-fresh': {
    label: 'Continue with the new token',
    change: (draft, { metadata }) =>
      typeof metadata['continue'] === 'string' ? withParameter(draft, 'continue', metadata['continue']) : null,
  },
  'drop-timeout': { label: 'Send without timeout', change: (draft) => without(draft, 'timeout') },
  'drop-selectors': {
    label: 'Send without selectors',
    change: (draft) => (draft.method === 'GET' ? without(draft, 'labelSelector', 'fieldSelector') : null),
  },
  'read-object': {
    label: 'Read it',
    change: (draft, status) => toGet(draft, existing(draft, status)),
  },
  'list-collection': { label: 'List the collection', change: (draft) => toGet(draft, collectionOf(draft.path)) },
  'list-namespaces': { label: 'List the namespaces', change: (draft) => toGet(draft, '/api/v1/namespaces') },
  discovery: { label: 'Show discovery', change: (draft) => toGet(draft, '/apis') },
  'use-get': { label: 'GET it', change: (draft) => (draft.method === 'GET' ? null : toGet(draft, draft.path)) },
  'accept-json': { label: 'Request JSON', change: (draft) => ({ ...draft, accept: 'application/json' }) },
  'merge-patch': {
    label: 'Send it as a merge patch',
    change: (draft) =>
      draft.method === 'PATCH' && readYaml(draft.body).type === 'object'
        ? withContentType(draft, 'application/merge-patch+json')
        : null,
  },
  'send-json': {
    label: 'Send it as JSON',
    change: (draft) => (draft.method === 'PATCH' ? null : withContentType(draft, 'application/json')),
  },
  'drop-credentials': {
    label: 'Send without credentials',
    change: (draft) => {
      const lines = draft.headers.split('\n').filter((line) => !isHeader(line, 'authorization'))
      return lines.length === draft.headers.split('\n').length ? null : { ...draft, headers: lines.join('\n') }
    },
  },
  sample: { label: 'Use the sample of this type', looksFirst: true, change: (draft) => ({ ...draft, body: '' }) },
} as const satisfies Readonly<Record<string, Fix>>

/** A fix as a button: its label and the resulting request. */
export interface ReadyFix {
  readonly id: FixId
  readonly label: string
  readonly draft: RequestDraft
  readonly looksFirst: boolean
}

/** Returns the fixes that apply to this request, in order. [EX2] */
export function readyFixes(ids: readonly FixId[], draft: RequestDraft, status: Status): readonly ReadyFix[] {
  return ids.flatMap((id) => {
    const fix: Fix = fixes[id]
    const changed = fix.change(draft, status)
    return changed === null ? [] : [{ id, label: fix.label, draft: changed, looksFirst: fix.looksFirst === true }]
  })
}
