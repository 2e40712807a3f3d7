import type { MetadataEvent } from '#facts/metadata-feed.ts'

/** The events of the metadata feed, as they come, until it ends or the signal does. */
export async function* readFeedLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<MetadataEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as MetadataEvent
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
