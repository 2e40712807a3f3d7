import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { sha256 } from './sha256.ts'

const BYTES = 8
const known = new Map<string, string>()

/** A mark of the form in which objects are kept, made of its group, version and kind as the reference makes it. [DI2] */
export function storageVersionHash({
  group,
  version,
  kind,
}: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): string {
  const name = `${group}/${version}/${kind}`
  const hash =
    known.get(name) ?? btoa(String.fromCharCode(...sha256(new TextEncoder().encode(name)).subarray(0, BYTES)))
  known.set(name, hash)
  return hash
}
