import { parseExactJson } from '#api/exact-json.ts'
import { readLines } from '#client/read-lines.ts'

/** The lines of a streamed body as JSON values, in batches of what came in one chunk. Ends when the body ends. */
export async function* readJsonLines<Value>(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly Value[]> {
  for await (const lines of readLines(body)) yield lines.map((line) => parseExactJson(line) as Value)
}
