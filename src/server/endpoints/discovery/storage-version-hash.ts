import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase64 } from '#go/base64.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

const BYTES = 8
const known = new Map<string, string>()

/** The storage version hash, computed from group, version and kind as in the reference. [DI2] */
export function storageVersionHash({
  group,
  version,
  kind,
}: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): string {
  const name = `${group}/${version}/${kind}`
  const hash = known.get(name) ?? encodeBase64(sha256(new TextEncoder().encode(name)).subarray(0, BYTES))
  known.set(name, hash)
  return hash
}
