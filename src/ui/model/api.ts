import { type Json } from '#api/json.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import type { Status } from '#api/status.ts'

/** Who the page is when it reads for itself: its own watches and reads are told apart by this name. */
export const pageActor = 'system:orchard-lab'

export interface Actor {
  readonly name: string
  readonly groups: readonly string[]
  /** A bearer token that proves it; the server then decides who this is. */
  readonly token?: string
}

/** A refusal of the server, with the Status it sent. */
export class RefusedError extends Error {
  readonly status: Status
  constructor(status: Status) {
    super(status.message ?? `HTTP ${status.code}`)
    this.name = 'RefusedError'
    this.status = status
  }
}

/** `fetch` on behalf of `actor`; `actor` is asked at each call. */
export function actingAs(apiFetch: typeof fetch, actor: () => Actor): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const { name, groups, token } = actor()
    if (token !== undefined && !request.headers.has('authorization'))
      request.headers.set('authorization', `Bearer ${token}`)
    if (!request.headers.has(ACTING_AS_HEADER)) {
      request.headers.set(ACTING_AS_HEADER, name)
      if (groups.length > 0) request.headers.set(ACTING_AS_GROUPS_HEADER, groups.join(','))
    }
    return apiFetch(request)
  }
}

const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status'

/** The Status of a refusal; a body that is none becomes one with the HTTP code and the text. */
export async function readRefusal(response: Response): Promise<RefusedError> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    if (isStatus(value)) return new RefusedError(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return new RefusedError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: text === '' ? response.statusText : text,
    code: response.status,
  })
}

/**
 * Reads JSON from `path`.
 * @throws RefusedError when the answer is not 2xx.
 */
export async function getJson<Value>(fetcher: typeof fetch, path: string, init?: RequestInit): Promise<Value> {
  const response = await fetcher(path, { headers: { accept: 'application/json' }, ...init })
  if (!response.ok) throw await readRefusal(response)
  return parseExactJson(await response.text()) as Value
}

/**
 * Posts `body` as JSON to `path` and reads JSON.
 * @throws RefusedError when the answer is not 2xx.
 */
export async function postJson<Value>(fetcher: typeof fetch, path: string, body: unknown): Promise<Value> {
  return getJson(fetcher, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: printExactJson(body as Json),
  })
}
