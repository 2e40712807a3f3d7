/**
 * Yields the lines of a streamed body, in batches of one chunk; empty lines are omitted. Ends with the body or the
 * signal.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // The cancellation is not awaited, because its result does not matter.
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel)
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      const whole = lines.filter((line) => line !== '')
      if (whole.length > 0) yield whole
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}
