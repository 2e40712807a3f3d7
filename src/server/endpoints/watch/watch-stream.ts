/** The body of a watch: a bounded queue that ends rather than grow without bound. */
export interface WatchStream {
  readonly body: ReadableStream<Uint8Array>
  /** False when the reader is too slow: the stream ends after what is queued. `count` is of events. */
  push(chunk: Uint8Array, count: number): boolean
  end(): void
  /** Breaks the stream, as an aborted fetch does. */
  abort(reason: unknown): void
  /** Events that the reader has not taken yet. */
  queuedCount(): number
  readonly bytes: number
}

const queueBytesMax = 8 * 1024 * 1024

/** `onCancel` runs when the reader goes away. [WA5] */
export function createWatchStream(onCancel: () => void): WatchStream {
  let control: ReadableStreamDefaultController<Uint8Array> | null = null
  let pushedBytes = 0
  const waiting: { readonly endByte: number; readonly count: number }[] = []
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        control = controller
      },
      cancel() {
        control = null
        onCancel()
      },
    },
    { highWaterMark: queueBytesMax, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  const queuedBytes = (): number => (control === null ? 0 : queueBytesMax - (control.desiredSize ?? queueBytesMax))
  const settle = (): void => {
    const taken = pushedBytes - queuedBytes()
    while (waiting[0] !== undefined && waiting[0].endByte <= taken) waiting.shift()
  }
  return {
    body,
    push(chunk, count) {
      if (control === null) return true
      if ((control.desiredSize ?? 0) <= 0) return false
      pushedBytes += chunk.byteLength
      control.enqueue(chunk)
      settle()
      waiting.push({ endByte: pushedBytes, count })
      return true
    },
    end() {
      control?.close()
      control = null
    },
    abort(reason) {
      control?.error(reason)
      control = null
    },
    queuedCount() {
      settle()
      return waiting.reduce((sum, { count }) => sum + count, 0)
    },
    get bytes() {
      return pushedBytes
    },
  }
}
