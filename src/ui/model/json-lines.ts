import { parseExactJson } from '#api/exact-json.ts'
import { readLines } from '#client/read-lines.ts'

/** Yields the lines of a streamed body as JSON values, one batch per chunk. Ends when the body ends. */
export async function* readJsonLines<Value>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Value[]> {
  for await (const lines of readLines(body)) yield lines.map((line) => parseExactJson(line) as Value)
}
