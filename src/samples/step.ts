import type { Json, JsonObject } from '#api/json.ts'
import type { Actor } from './book-shop/cast.ts'
import { collectionOf, type Manifest, pathOf } from './book-shop/manifest.ts'

/** One request of a story. */
export interface RequestStep {
  readonly type: 'request'
  /** Time at which it is sent, in seconds from the start of the story. */
  readonly at: number
  readonly by: Actor
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly contentType: string
  /** The body, or a function that builds it from the current object at {@link reads}. */
  readonly body: Json | ((current: JsonObject, nowMs: number) => Json)
  readonly reads?: string
}

/** Waits for a controller of the server: the object at `path` (`null`: deleted) must satisfy `reached`. */
export interface WaitStep {
  readonly type: 'wait'
  readonly at: number
  readonly path: string
  readonly reached: (current: JsonObject | null) => boolean
}

/** Compacts the history up to this step. */
export interface CompactStep {
  readonly type: 'compact'
  readonly at: number
}

export type Step = RequestStep | WaitStep | CompactStep
/** A step without a time. */
export type Untimed = Omit<RequestStep, 'at'> | Omit<WaitStep, 'at'> | Omit<CompactStep, 'at'>

const send = (by: Actor, method: RequestStep['method'], path: string, contentType: string) => ({
  type: 'request' as const,
  by,
  method,
  path,
  contentType,
})

export const create = (by: Actor, manifest: Manifest): Untimed => ({
  ...send(by, 'POST', collectionOf(manifest), 'application/json'),
  body: manifest,
})

/** Returns a server-side apply. */
export const apply = (by: Actor, manifest: Manifest): Untimed => ({
  ...send(by, 'PATCH', pathOf(manifest), 'application/apply-patch+yaml'),
  body: manifest,
})

export const merge = (by: Actor, path: string, body: RequestStep['body'], reads?: string): Untimed => ({
  ...send(by, 'PATCH', path, 'application/merge-patch+json'),
  body,
  ...(reads === undefined ? {} : { reads }),
})

export const jsonPatch = (by: Actor, path: string, operations: readonly JsonObject[]): Untimed => ({
  ...send(by, 'PATCH', path, 'application/json-patch+json'),
  body: [...operations],
})

/** Reads the object, changes it and replaces it, like `edit` commands. */
export const update = (by: Actor, path: string, change: (current: JsonObject) => JsonObject): Untimed => ({
  ...send(by, 'PUT', path, 'application/json'),
  reads: path,
  body: change,
})

/** Deletes an object, or with a query all objects of a collection that match. */
export const remove = (by: Actor, path: string): Untimed => ({
  ...send(by, 'DELETE', path, 'application/json'),
  body: { apiVersion: 'v1', kind: 'DeleteOptions' },
})

export const wait = (path: string, reached: WaitStep['reached']): Untimed => ({ type: 'wait', path, reached })

export const compact: Untimed = { type: 'compact' }
