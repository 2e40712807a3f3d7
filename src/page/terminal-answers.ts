import { ApiError } from '#api/api-error.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER, REQUEST_ID_HEADER, TERMINAL_HEADER } from '#facts/debug-api.ts'
import { CLUSTER_HEADER } from '#facts/clusters-api.ts'
import type { TerminalUser } from '#facts/terminal.ts'
import type { HeaderList } from '#wire/protocol.ts'
import type { WireHandler } from '#wire/served-port.ts'
import type { WireRequest } from '#wire/wire-client.ts'
import type { TerminalRequests } from './terminal-requests.ts'

/** Bytes of one frame of a stream; a longer chunk is cut. */
const FRAME_BYTES = 256 * 1024

export interface AnswerOptions {
  /** Sends a request to the server's worker. */
  readonly send: (request: WireRequest) => Promise<Response>
  /** The cluster of this tab; `''` for the oldest one. */
  readonly cluster: string
  readonly requests: TerminalRequests
  readonly nowMs: () => number
  /** The user whom the person chose. */
  as(): TerminalUser
  changed(): void
}

function refusal(): Response {
  const status = new ApiError(
    'Forbidden',
    'clients of the bridge reach the cluster of the page that allowed it',
  ).toStatus()
  return Response.json(status, { status: 403 })
}

const valueOf = (headers: HeaderList, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

const isText = (contentType: string): boolean => contentType === '' || /[/+](?:json|yaml|x-yaml)\b/.test(contentType)

interface SentBody {
  readonly method: string
  readonly target: string
  readonly rawHeaders: HeaderList
  readonly body: ArrayBuffer
}

/** Keeps a body that is text, for recordings. */
function keepBody(
  requests: TerminalRequests,
  response: Response,
  { method, target, rawHeaders, body }: SentBody,
): void {
  const contentType = valueOf(rawHeaders, 'content-type')
  if (!isText(contentType)) return
  const id = Number(response.headers.get(REQUEST_ID_HEADER) ?? 0)
  const headers = [['content-type', contentType]] as const
  requests.keepBody(id, { method, target, headers, body: new TextDecoder().decode(body) })
}

/** Answers requests of terminal clients by the server of this page. [BR4] [BR5] */
export function terminalHandler({ send, cluster, requests, nowMs, as, changed }: AnswerOptions): WireHandler {
  return async (request, { rawHeaders }) => {
    const { method, url, signal } = request
    const target = url.replace(/^[a-z]+:\/\/[^/]*/, '')
    const isChosen = valueOf(rawHeaders, TERMINAL_HEADER) === 'chosen'
    const { name, groups } = as()
    const note = requests.begin({
      method,
      target,
      userAgent: valueOf(rawHeaders, 'user-agent'),
      user: isChosen ? name : valueOf(rawHeaders, ACTING_AS_HEADER),
      startMs: nowMs(),
    })
    const change = (what: Parameters<typeof note>[0]): void => {
      note(what)
      changed()
    }
    changed()
    if (/^\/clusters(?:[/?#]|$)/.test(target)) {
      change({ status: 403, isOpen: false })
      return refusal()
    }
    const identity: HeaderList = isChosen
      ? [
          [ACTING_AS_HEADER, name],
          [ACTING_AS_GROUPS_HEADER, groups.join(',')],
        ]
      : []
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    try {
      const response = await send({
        method,
        url,
        headers: [...rawHeaders, ...identity, ...(cluster === '' ? [] : [[CLUSTER_HEADER, cluster] as const])],
        body: body === null || body.byteLength === 0 ? null : body,
        signal,
      })
      if (body !== null) keepBody(requests, response, { method, target, rawHeaders, body })
      const isOpen = response.body !== null && !response.headers.has('content-length')
      change({ status: response.status, auditId: response.headers.get('audit-id') ?? '', isOpen })
      return isOpen ? framed(response, () => change({ isOpen: false })) : response
    } catch (error) {
      change({ isOpen: false })
      throw error
    }
  }
}

/** Cuts the chunks of a stream, so that each fits into a frame; calls `ended` once. */
function framed(response: Response, ended: () => void): Response {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  let rest: Uint8Array<ArrayBuffer> | null = null
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          if (rest === null) {
            const { done, value } = await reader.read()
            if (done) {
              ended()
              return controller.close()
            }
            rest = value
          }
          const piece: Uint8Array<ArrayBuffer> = rest.subarray(0, FRAME_BYTES)
          rest = rest.byteLength > FRAME_BYTES ? rest.subarray(FRAME_BYTES) : null
          controller.enqueue(piece)
        } catch (error) {
          ended()
          controller.error(error)
        }
      },
      cancel(reason) {
        ended()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
