import { printExactJson } from '#api/exact-json.ts'
import { toApiVersion } from '#api/group-version-resource.ts'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { WatchEventType } from '#api/watch-event.ts'
import { fromStored } from '#server/registry/registry.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import { canonicalObject } from '#server/registry/stored-form.ts'
import { encodeProtobuf } from '#server/serializer/encode.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'
import { protobufCodec } from '#server/serializer/load-protobuf.ts'
import type { StoreEvent } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { View } from '#server/endpoints/responses/table.ts'
import { transformObject } from '#server/endpoints/responses/transform.ts'

const encoder = new TextEncoder()

/** Encodes the events of a watch in its negotiated format. */
export interface WatchLines {
  /** Independent of the single watch, so that all watches with the same format share it. */
  event(event: StoreEvent): Uint8Array
  /** Encodes the first event of a watch if it differs from later ones; `null` if it does not. */
  firstEvent(event: StoreEvent): Uint8Array | null
  /** Encodes the ADDED event of an existing object. */
  initial(stored: StoredObject): Uint8Array
  bookmark(revision: number, endsInitialEvents: boolean): Uint8Array
  error(status: Status): Uint8Array
}

const toLine = (type: WatchEventType, object: JsonObject): Uint8Array =>
  encoder.encode(`${printExactJson({ type, object })}\n`)

/** Encodes a protobuf event as one frame. [PB6] */
const toFrame = (type: WatchEventType, object: JsonObject): Uint8Array =>
  protobufCodec().encodeWatchFrame(type, encodeProtobuf(object))

/**
 * Uses the stored bytes if the client receives untransformed objects; otherwise each event is encoded once for all
 * watches with the same format. [WA4]
 */
export function createWatchLines(definition: ResourceDefinition, format: OutputFormat, view: View): WatchLines {
  const { transform } = format
  const isBinary = format.mediaType === 'application/vnd.orch.protobuf'
  const isPlain = transform === null && definition.storage === undefined && !isBinary
  const print = isBinary ? toFrame : toLine
  const isTable = transform?.kind === 'Table'
  let headersSent = false
  const shape = (object: ApiObject): JsonObject =>
    transform === null ? object : transformObject(transform, definition, object, view)
  // Only the first row of a watch has column definitions.
  const later = (object: ApiObject): JsonObject =>
    isTable ? { ...shape(object), columnDefinitions: null } : shape(object)
  const next = (object: ApiObject): JsonObject => {
    const isFirst = !headersSent
    headersSent = true
    return isFirst ? shape(object) : later(object)
  }
  return {
    event: (event) => (isPlain ? event.line() : print(event.type, later(fromStored(definition, event.stored)))),
    firstEvent: (event) =>
      isTable && !headersSent ? print(event.type, next(fromStored(definition, event.stored))) : null,
    initial: (stored) => (isPlain ? addedLine(stored) : print('ADDED', next(fromStored(definition, stored)))),
    bookmark: (revision, ends) => print('BOOKMARK', next(bookmarkObject(definition, revision, ends))),
    error: (status) => print('ERROR', status),
  }
}

const addedStart = encoder.encode('{"type":"ADDED","object":')
const addedEnd = encoder.encode('}\n')

function addedLine(stored: StoredObject): Uint8Array {
  const length = stored.encoded.byteLength(true)
  const line = new Uint8Array(addedStart.length + length + addedEnd.length)
  line.set(addedStart)
  const at = stored.encoded.copyInto(line, addedStart.length, true)
  line.set(addedEnd, at)
  return line
}

/** Returns an empty object of the kind with only a resourceVersion. */
function bookmarkObject(definition: ResourceDefinition, revision: number, ends: boolean): ApiObject {
  const annotations = ends ? { annotations: { 'orch.io/initial-events-end': 'true' } } : {}
  const metadata = { resourceVersion: String(revision), ...annotations }
  return canonicalObject(definition, { kind: definition.kind, apiVersion: toApiVersion(definition), metadata })
}
