import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** Of a connection, which HTTP/2 manages itself: headers of this kind are errors there. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const withoutConnection = (headers: OutgoingHttpHeaders = {}): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name.toLowerCase())))

/** Raw pairs as HTTP/1.1 has them: no pseudo-headers, and the authority as `Host`. */
function rawHeadersOf({ rawHeaders, authority }: Http2ServerRequest): string[] {
  const pairs = ['Host', authority]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!name.startsWith(':') && name !== 'host') pairs.push(name, rawHeaders[at + 1] ?? '')
  }
  return pairs
}

/**
 * A request of HTTP/2 with its answer, as the host knows them from HTTP/1.1: Node's own likeness lacks what is set here, and warns of
 * headers of the connection. Both are changed in place. [TLS4]
 */
export function fromHttp2(
  message: Http2ServerRequest,
  out: Http2ServerResponse,
): { readonly message: IncomingMessage; readonly out: ServerResponse } {
  const { stream, headers, authority } = message
  // A body without a length is announced by nothing but that the stream goes on.
  const unannounced = !stream.endAfterHeaders && headers['content-length'] === undefined
  Object.defineProperties(message, {
    rawHeaders: { value: rawHeadersOf(message) },
    headers: { value: { ...headers, host: authority, ...(unannounced ? { 'transfer-encoding': 'chunked' } : {}) } },
  })
  const { writeHead, setHeader } = out
  Object.defineProperties(out, {
    destroyed: { get: () => stream.destroyed },
    closed: { get: () => stream.closed },
    // Node says so of every stream that is closed, cut ones too.
    writableFinished: { get: () => out.writableEnded && stream.rstCode === 0 },
    writeHead: {
      value: (status: number, more?: OutgoingHttpHeaders) =>
        Reflect.apply(writeHead, out, [status, withoutConnection(more)]),
    },
    setHeader: {
      value: (name: string, value: string) => void (ofConnection.has(name) || setHeader.call(out, name, value)),
    },
  })
  // With what is set above they have all that the host uses.
  return { message: message as unknown as IncomingMessage, out: out as unknown as ServerResponse }
}
