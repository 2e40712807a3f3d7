import type { CassetteLine } from './cassette.ts'

interface Recorded {
  /** Number of the track. */
  readonly id: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The text of the request's body, if it is to be kept. */
  readonly body?: string
}

/** btoa takes characters, and spreading a large chunk into arguments overflows the stack. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Writes an answer to a cassette while its reader reads it. Returns the answer to read. [RCD6] */
export function recordAnswer(
  { id, ...asked }: Recorded,
  response: Response,
  atMs: () => number,
  write: (line: CassetteLine) => void,
): Response {
  const { status, statusText, headers, body } = response
  write({ type: 'track', id, ...asked, status, contentType: headers.get('content-type') ?? '', atMs: atMs() })
  if (body === null) {
    write({ type: 'end', id, atMs: atMs() })
    return response
  }
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      write({ type: 'chunk', id, atMs: atMs(), bytes: base64(chunk) })
      controller.enqueue(chunk)
    },
    flush: () => write({ type: 'end', id, atMs: atMs() }),
  })
  return new Response(body.pipeThrough(heard), { status, statusText, headers })
}
