import { readLines } from '#client/read-lines.ts'
import type { MetadataEvent } from '#facts/metadata-feed.ts'

/** The events of the metadata feed, as they come, until it ends or the signal does. */
export async function* readFeedLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<MetadataEvent> {
  for await (const lines of readLines(body, signal)) yield* lines.map((line) => JSON.parse(line) as MetadataEvent)
}
