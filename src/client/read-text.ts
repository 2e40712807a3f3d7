import { knownBody } from '#api/bodies/known-body.ts'

const decoder = new TextDecoder()

/** Reads the body of a response as text; one whose bytes are known needs no stream. */
export function readText(response: Response): Promise<string> | string {
  const bytes = knownBody(response)
  return bytes === undefined ? response.text() : decoder.decode(bytes)
}
