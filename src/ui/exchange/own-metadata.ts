import type { JsonObject } from '#api/json.ts'

/** Metadata that the server sets, and owners, which may not exist where the object is sent. */
const foreign: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'selfLink',
  'managedFields',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
])

/** Returns the metadata with which an object can be created again, here or in another cluster. */
export const ownMetadata = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !foreign.has(name)))
