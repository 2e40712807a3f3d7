import { readLines } from '#client/read-lines.ts'
import type { MetadataEvent } from '#facts/metadata-feed.ts'

/** Yields the events of the metadata feed until it ends or the signal is aborted. */
export async function* readFeedLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<MetadataEvent> {
  for await (const lines of readLines(body, signal)) yield* lines.map((line) => JSON.parse(line) as MetadataEvent)
}
