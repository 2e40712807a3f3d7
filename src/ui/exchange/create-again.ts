import type { ApiObject } from '#api/object-meta.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { getJson } from '#ui/model/api.ts'
import type { Life } from '#ui/model/life.ts'
import { ownMetadata } from './own-metadata.ts'

/**
 * Returns what is sent to create an object again: its last version without status, and without the metadata that
 * belonged to the old object. [LF2]
 */
export function recreatable(object: ApiObject): ApiObject {
  const { status: _status, metadata, ...rest } = object
  // Finalizers would hold the new object back.
  const { finalizers: _finalizers, ...kept } = ownMetadata(metadata)
  const spec = rest['spec']
  // A namespace gets its own finalizer in spec anew.
  const isNamespace = object.kind === 'Namespace' && typeof spec === 'object'
  return { ...rest, ...(isNamespace ? { spec: {} } : {}), metadata: kept }
}

/**
 * Reads the last version of an object that is gone: the one that its removal replaced, or the one that this page saw.
 * `null` when neither is known. @throws Refusal
 */
export async function readLastVersion(lab: Lab, life: Life): Promise<ApiObject | null> {
  if (life.type === 'expired') return life.last
  if (life.type !== 'gone') return null
  if (life.last !== undefined) return life.last
  const { before } = await getJson<DebugRevision>(lab.read, `/debug/log/${life.removal.revision}`)
  return before
}
