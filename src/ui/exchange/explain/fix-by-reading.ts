import type { Status } from '#api/status.ts'
import { type RequestDraft, withMethod } from '#ui/exchange/request-draft.ts'

export interface Fix {
  /** Text of the button. */
  readonly label: string
  /** Returns the request to send; `null` when this request cannot be changed in that way. */
  readonly change: (draft: RequestDraft, status: Status) => RequestDraft | null
  /** The place to which the caret goes, so that the user reviews the request before it is sent. */
  readonly looksAt?: 'body' | 'path'
}

/** The typed body stays in the draft, and is there again with the next method that has one. [RC21] */
const toGet = (draft: RequestDraft, path: string): RequestDraft | null =>
  path === '' ? null : { ...withMethod(draft, 'GET'), path, query: [], accept: 'application/json' }

/** Returns the collection of an object's path; for a collection, the path itself. */
export function collectionOf(path: string): string {
  const parts = path.split('/')
  const at = parts.indexOf('namespaces')
  const base = path.startsWith('/apis/') ? 4 : 3
  const plural = at === base && parts.length > base + 2 ? base + 2 : base
  return parts.slice(0, plural + 1).join('/')
}

/** Returns the path of the existing object that a refused creation conflicts with. */
function existing(draft: RequestDraft, status: Status): string {
  const name = status.details?.name ?? ''
  if (draft.method !== 'POST') return draft.path
  return name === '' ? '' : `${draft.path.replace(/\/$/, '')}/${encodeURIComponent(name)}`
}

/** Returns the path of a collection of core/v1 in the namespace of a path; `''` for a path without a namespace. */
function besideIt({ path }: RequestDraft, resource: string): string {
  const namespace = /\/namespaces\/([^/]+)(?:\/|$)/.exec(path)?.[1] ?? ''
  if (namespace === '') return ''
  return `/api/v1/namespaces/${namespace}${resource === '' ? '' : `/${resource}`}`
}

/** Fixes that read what the refusal is about. */
export const readFixes = {
  'read-object': {
    label: 'Read it',
    change: (draft, status) => toGet(draft, existing(draft, status)),
  },
  'list-collection': { label: 'List the collection', change: (draft) => toGet(draft, collectionOf(draft.path)) },
  'list-namespaces': { label: 'List the namespaces', change: (draft) => toGet(draft, '/api/v1/namespaces') },
  'list-quotas': { label: 'Show the quotas', change: (draft) => toGet(draft, besideIt(draft, 'resourcequotas')) },
  'list-limits': { label: 'Show the limits', change: (draft) => toGet(draft, besideIt(draft, 'limitranges')) },
  'list-budgets': {
    label: 'Show the budgets',
    change: (draft) => toGet(draft, besideIt(draft, 'poddisruptionbudgets').replace('/api/v1/', '/apis/policy/v1/')),
  },
  'read-namespace': { label: 'Show the namespace', change: (draft) => toGet(draft, besideIt(draft, '')) },
  discovery: { label: 'Show discovery', change: (draft) => toGet(draft, '/apis') },
  'use-get': { label: 'GET it', change: (draft) => (draft.method === 'GET' ? null : toGet(draft, draft.path)) },
} as const satisfies Readonly<Record<string, Fix>>
