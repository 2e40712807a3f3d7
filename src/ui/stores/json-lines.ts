/** The lines of a streamed body as JSON values, in batches of what came in one chunk. Ends when the body ends. */
export async function* readJsonLines<Value>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Value[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      const values = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Value)
      if (values.length > 0) yield values
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
