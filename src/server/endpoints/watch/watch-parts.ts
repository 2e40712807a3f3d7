import type { Range } from '#server/registry/selection.ts'
import type { OutputFormat } from '#server/serializer/negotiate.ts'
import { joinLines } from '#server/storage/event-links.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import type { Call } from '#server/endpoints/call/call.ts'
import type { View } from '#server/endpoints/responses/table.ts'
import type { WatchLines } from './watch-lines.ts'
import type { WatchPart } from './watch-stream.ts'

/** Existing objects are sent in chunks of about this size, encoded when the client reads them. */
const initialBytesMax = 32 * 1024

/** Watches of one type with equal keys receive the same bytes. */
export function channelKey(
  { context, route }: Call,
  { prefix }: Range,
  { mediaType, transform }: OutputFormat,
): string {
  const { query } = context.target
  const selectors = [query.get('labelSelector'), query.get('fieldSelector'), route.watchPath ? route.name : '']
  return JSON.stringify([
    prefix,
    ...selectors,
    mediaType,
    transform?.kind,
    transform?.version,
    query.get('includeObject'),
  ])
}

/** Ages in tables are relative to the time at which a row is encoded. */
export function viewOf({ server, context }: Call): View {
  const { clock } = server.registry
  return {
    query: context.target.query,
    get nowMs() {
      return clock.now()
    },
  }
}

/** Returns ADDED events for existing objects. */
export function initialPart(items: readonly StoredObject[], lines: WatchLines): WatchPart {
  const left = items.values()
  return () => {
    const taken: Uint8Array[] = []
    for (let bytes = 0; bytes < initialBytesMax;) {
      const { value, done } = left.next()
      if (done === true) break
      const line = lines.initial(value)
      taken.push(line)
      bytes += line.byteLength
    }
    return taken.length === 0 ? null : { bytes: joinLines(taken), count: taken.length, revision: null }
  }
}
