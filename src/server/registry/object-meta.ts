import { badRequest } from '#api/api-error.ts'
import type { ApiObject, ObjectMeta } from '#api/object-meta.ts'

/** A moment as metadata holds it: whole seconds, UTC. */
export const toTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** Forgets what only a server may say of an object that is about to be created. [WR1] */
export function wipeSystemFields(meta: ObjectMeta): void {
  delete meta.creationTimestamp
  delete meta.uid
  delete meta.deletionTimestamp
  delete meta.deletionGracePeriodSeconds
  delete meta['selfLink']
}

/**
 * Puts the request's namespace into the object.
 * @throws ApiError BadRequest when the object names another one. [WR2]
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
