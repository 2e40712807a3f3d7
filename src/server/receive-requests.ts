import type { Clock } from '#api/clock.ts'
import type { Soon } from '#api/waiting/soon.ts'
import { createAuditAnnotations } from '#server/request/audit-annotations.ts'
import { isMalformed, parseTarget } from '#server/request/raw-path.ts'
import type { Handler } from '#server/request/request-context.ts'
import { toRequestInfo } from '#server/request/request-info.ts'
import { createRequestTrace } from '#server/request/request-trace.ts'
import { createWarnings } from '#server/request/warnings.ts'
import { loadProtobuf, needsProtobuf } from '#server/serializer/load-protobuf.ts'
import { loadYaml, needsYaml } from '#server/serializer/load-yaml.ts'
import type { Authentication } from './auth/authenticator.ts'
import { headerLines } from './auth/impersonation.ts'
import { anonymous } from './auth/user-info.ts'

/** Properties of a request that the host has beyond the Request itself. */
export interface RequestExtras {
  /** The header lines as sent on the wire. */
  readonly rawHeaders?: readonly (readonly [name: string, value: string])[]
  /** Path and query as sent on the wire: `new Request` would resolve dot segments. */
  readonly rawTarget?: string
  /** The user authenticated by the connection's client certificate. Default: none. */
  readonly peer?: Authentication
}

/** Serves one request; never rejects. */
export type ReceiveRequest = (request: Request, extras?: RequestExtras) => Promise<Response>

interface Sources {
  readonly clock: Clock
  /** Returns a fresh UUID. */
  readonly uid: () => string
  /** Returns the id of a request that brings none. Default: `uid`. */
  readonly auditId?: (() => string) | undefined
  readonly monotonicMs: () => number
  readonly pause?: (() => Promise<void>) | undefined
}

/** The answer of Go's HTTP server itself, which no handler has seen. [RQ2] */
const badRequest = (): Response =>
  new Response('400 Bad Request', { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** Creates the context of each request and passes it to the handler chain, once the server is ready. */
export function receiveRequests(
  { clock, uid, auditId = uid, monotonicMs, pause }: Sources,
  handle: Handler,
  ready: Promise<void>,
): ReceiveRequest {
  let lastId = 0
  let isReady = false
  void ready.then(
    () => (isReady = true),
    () => undefined,
  )
  const receive = (request: Request, extras: RequestExtras): Soon<Response> => {
    lastId += 1
    const target = parseTarget(request.url, extras.rawTarget)
    if (isMalformed(target)) return badRequest()
    return handle({
      request,
      id: lastId,
      auditId: request.headers.get('audit-id') ?? auditId(),
      startMs: clock.now(),
      target,
      headerLines: extras.rawHeaders ?? headerLines(request.headers),
      info: toRequestInfo(request.method, target.path, target.query),
      user: anonymous,
      // Present from the start: a copy that gets one more property than its source takes V8 ten times as long.
      deadlineMs: undefined,
      peer: extras.peer ?? { type: 'none' },
      requestTrace: createRequestTrace(monotonicMs, pause),
      warnings: createWarnings(),
      annotations: createAuditAnnotations(),
      outcome: { actor: '', bytesIn: 0, reason: '', wrote: 0 },
    })
  }
  const prepare = async (request: Request): Promise<void> => {
    await ready
    if (needsProtobuf(request.headers)) await loadProtobuf()
    if (needsYaml(request.headers)) await loadYaml()
  }
  return (request, extras = {}) => {
    if (!isReady || needsProtobuf(request.headers) || needsYaml(request.headers))
      return prepare(request).then(() => receive(request, extras))
    try {
      return Promise.resolve(receive(request, extras))
    } catch (error) {
      // Outside of the filter that handles errors: a bug of the filters before it.
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
