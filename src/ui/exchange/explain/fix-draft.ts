import { printExactJson } from '#api/exact-json.ts'
import { type Json, isObject, type JsonObject } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { hasBody, type RequestDraft, withContentType, withParameter } from '#ui/exchange/request-draft.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { collectionOf, type Fix, readFixes } from './fix-by-reading.ts'

/** A change that a button makes to a refused request before the request is sent again. */
export type FixId = keyof typeof fixes

const without = (draft: RequestDraft, ...names: readonly string[]): RequestDraft | null =>
  draft.query.some(({ name }) => names.includes(name))
    ? { ...draft, query: draft.query.filter(({ name }) => !names.includes(name)) }
    : null

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

/** Puts apiVersion of the path, and the kind that the server expects there, in place of those of the body. */
const kindOfPath =
  ({ path }: RequestDraft, message: string) =>
  (body: JsonObject): JsonObject | null => {
    const apiVersion = /^\/apis\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? (path.startsWith('/api/v1/') ? 'v1' : '')
    const kind = /(?:handled as an? |must be of type )(\w+)/.exec(message)?.[1] ?? body['kind']
    if (apiVersion === '' || typeof kind !== 'string') return null
    return body['apiVersion'] === apiVersion && body['kind'] === kind ? null : { ...body, apiVersion, kind }
  }

/** Leaves IP addresses and node ports of a service to the server. */
function withoutAddresses(body: JsonObject): JsonObject | null {
  const { spec } = body
  if (!isObject(spec)) return null
  const { clusterIP: _ip, clusterIPs: _ips, ...rest } = spec
  const ports = Array.isArray(spec['ports']) ? spec['ports'] : []
  const free = ports.map((port) => (isObject(port) ? withoutMember(port, 'nodePort') : port))
  return { ...body, spec: { ...rest, ...(ports.length === 0 ? {} : { ports: free }) } }
}

function withoutMember(object: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = object
  return rest
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

/** Returns the draft without a typed header, which would take the place of the one that the form sends. */
function withoutHeader(draft: RequestDraft, name: string): RequestDraft {
  const lines = draft.headers.split('\n')
  const kept = lines.filter((line) => !isHeader(line, name))
  return kept.length === lines.length ? draft : { ...draft, headers: kept.join('\n') }
}

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
    looksAt: 'body',
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
  ...readFixes,
  'accept-json': {
    label: 'Request JSON',
    change: (draft) => ({ ...withoutHeader(draft, 'accept'), accept: 'application/json' }),
  },
  'merge-patch': {
    label: 'Send it as a merge patch',
    change: (draft) =>
      draft.method === 'PATCH' && readYaml(draft.body).type === 'object'
        ? withContentType(withoutHeader(draft, 'content-type'), 'application/merge-patch+json')
        : null,
  },
  'send-json': {
    label: 'Send it as JSON',
    change: (draft) =>
      draft.method === 'PATCH' ? null : withContentType(withoutHeader(draft, 'content-type'), 'application/json'),
  },
  'drop-credentials': {
    label: 'Send without credentials',
    change: (draft) => {
      const changed = withoutHeader(draft, 'authorization')
      return changed === draft ? null : changed
    },
  },
  'kind-of-path': {
    label: 'Use the kind of the path',
    looksAt: 'body',
    change: (draft, { message = '' }) => withBody(draft, kindOfPath(draft, message)),
  },
  'drop-parameter': {
    label: 'Send without that parameter',
    change: (draft, { message = '' }) => {
      const shown = new Set([...message.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value]) => value))
      return without(draft, ...draft.query.flatMap(({ name, value }) => (shown.has(value) ? [name] : [])))
    },
  },
  'free-addresses': {
    label: 'Let the server choose the address',
    change: (draft) => withBody(draft, withoutAddresses),
  },
  'edit-body': {
    label: 'Change the body',
    looksAt: 'body',
    change: (draft) => (hasBody(draft.method) && (draft.method !== 'DELETE' || draft.body !== '') ? draft : null),
  },
  'edit-path': { label: 'Change path or query', looksAt: 'path', change: (draft) => draft },
  sample: {
    label: 'Use the sample of this type',
    looksAt: 'body',
    change: (draft) => (draft.body.trim() === '' ? { ...draft, body: '' } : null),
  },
} as const satisfies Readonly<Record<string, Fix>>

/** A fix as a button: its label and the resulting request. */
export interface ReadyFix {
  readonly id: FixId
  readonly label: string
  readonly draft: RequestDraft
  /** The part that the user checks before it is sent; `null` for a request that is sent at once. */
  readonly looksAt: 'body' | 'path' | null
}

/** Returns the fixes that apply to this request, in order. [EX2] */
export function readyFixes(ids: readonly FixId[], draft: RequestDraft, status: Status): readonly ReadyFix[] {
  return ids.flatMap((id) => {
    const fix: Fix = fixes[id]
    const changed = fix.change(draft, status)
    return changed === null ? [] : [{ id, label: fix.label, draft: changed, looksAt: fix.looksAt ?? null }]
  })
}

/** The fixes of a refusal; where none applies, the place that the person has to change. [EX2] */
export function fixesOf(ids: readonly FixId[], draft: RequestDraft, status: Status): readonly ReadyFix[] {
  const ready = readyFixes(ids, draft, status)
  return ready.length > 0 ? ready : readyFixes(['edit-body', 'edit-path'], draft, status).slice(0, 1)
}
