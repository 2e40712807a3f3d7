import { knownBytes } from '#api/bodies/known-bytes.ts'

const decoder = new TextDecoder()

/** Reads the body of a response as text; one whose bytes are known needs no stream. */
export function readText(response: Response): Promise<string> | string {
  const bytes = knownBytes(response)
  return bytes === undefined ? response.text() : decoder.decode(bytes)
}
