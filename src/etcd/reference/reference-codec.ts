import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { errorText } from '#api/error-text.ts'
import { isObject, type Json, type JsonObject, textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { DecodedValue, EtcdCodec } from '#etcd/codec.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { resourceDefinitions } from '#server/resources/index.ts'
import { encodeProtobuf } from '#server/serializer/encode.ts'
import { loadProtobuf } from '#server/serializer/load-protobuf.ts'
import { encodeObject } from '#server/storage/encoded-object.ts'
import { KeyTable } from './key-table.ts'
import { isEncrypted, valueReader } from './read-value.ts'

const NEWLINE = 0x0a
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface ReferenceCodecOptions {
  /** The beginning of all keys, without a slash at its end: `/registry`. */
  readonly prefix: string
  /** The encoding of built-in kinds in what this host writes. Both are read. */
  readonly storageMediaType: 'json' | 'protobuf'
}

/** These are stored as JSON in any case, as custom types are. */
const jsonGroups: readonly string[] = ['apiextensions.orch.io', 'apiregistration.orch.io']

/**
 * Keys and values as the original has them, so that both serve the same objects from one etcd. Nothing beside the object
 * is written, so authors are known only at the host that wrote. [ETC12] [ETC13]
 */
export async function referenceCodec({ prefix, storageMediaType }: ReferenceCodecOptions): Promise<EtcdCodec> {
  await loadProtobuf()
  const table = new KeyTable(`${prefix}/`, resourceDefinitions)
  const read = valueReader(resourceDefinitions)
  const isBinary = (owner: ResourceDefinition): boolean =>
    storageMediaType === 'protobuf' && !jsonGroups.includes(owner.group)
  return {
    prefix: `${prefix}/`,
    hasNotes: false,
    keyOf: (key) => table.toEtcd(key),
    logKeyOf: (etcdKey) => table.fromEtcd(etcdKey),
    encode(value, _note, key) {
      const owner = table.ownerOf(key)
      if (owner === null) return encoder.encode(`${printExactJson(sorted(parse(value)))}\n`)
      return isBinary(owner) ? encodeProtobuf(parse(value)) : withNewline(value)
    },
    decode(bytes, key): DecodedValue {
      try {
        const object = read(bytes, table.ownerOf(key))
        return { value: encodeObject(object), note: null, manager: lastManager(object) }
      } catch (error) {
        return { value: bytes, note: null, fault: `${table.toEtcd(key)} in etcd cannot be read: ${errorText(error)}` }
      }
    },
    refusal: (bytes) => (isEncrypted(bytes) ? 'holds encrypted values, which Orchard cannot read' : null),
  }
}

const parse = (value: Uint8Array): Json => parseExactJson(decoder.decode(value))

/** The original ends JSON with a line feed. */
function withNewline(value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(value.length + 1)
  bytes.set(value)
  bytes[value.length] = NEWLINE
  return bytes
}

/** The original prints custom objects with sorted keys, and compares these bytes to find out whether a write changes something. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)])) as JsonObject
}

/** Returns the manager of the newest change in the managed fields. */
function lastManager({ metadata }: ApiObject): string {
  let [manager, newest] = ['', '']
  for (const entry of metadata.managedFields ?? []) {
    if (!isObject(entry) || typeof entry.manager !== 'string') continue
    const time = textOf(entry.time)
    if (time >= newest) [manager, newest] = [entry.manager, time]
  }
  return manager
}
