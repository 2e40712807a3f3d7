import { badRequest } from '#api/api-error.ts'
import type { ApiObject, ObjectMeta } from '#api/object-meta.ts'

/** Formats a time as metadata stores it: whole seconds, UTC. */
export function toTimestamp(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== last.second) last = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` }
  return last.text
}

/** The last time that was formatted: a busy server formats the same second many times. */
let last = { second: Number.NaN, text: '' }

/** Clears the metadata fields that only the server may set on an object that is about to be created. [WR1] */
export function wipeSystemFields(meta: ObjectMeta): void {
  delete meta.creationTimestamp
  delete meta.uid
  delete meta.deletionTimestamp
  delete meta.deletionGracePeriodSeconds
  delete meta['selfLink']
}

/**
 * Sets the namespace of the request in the object.
 * @throws ApiError BadRequest when the object has a different namespace. [WR2]
 */
export function ensureNamespace(object: ApiObject, requestNamespace: string): void {
  const { metadata } = object
  const sent = metadata.namespace ?? ''
  if (sent === requestNamespace) return
  if (sent !== '' && requestNamespace !== '')
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (requestNamespace === '') delete metadata.namespace
  else metadata.namespace = requestNamespace
}
