import { type Json } from '#api/json.ts'
import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { ACTING_AS_GROUPS_HEADER, ACTING_AS_HEADER } from '#facts/debug-api.ts'
import { readRefusal } from '#client/refusal.ts'

/** The user name of the page's own watches and reads, which distinguishes them from the user's requests. */
export const pageActor = 'system:orchard-lab'

export interface Actor {
  readonly name: string
  readonly groups: readonly string[]
  /** A bearer token. If set, the server determines the user from the token. */
  readonly token?: string
}

/** The page itself, as it reads and follows. */
export const asThePage: Actor = { name: pageActor, groups: ['system:masters', 'system:authenticated'] }

/** Returns the headers of a request that acts as `actor`. */
export const actorHeaders = ({ name, groups, token }: Actor): readonly (readonly [name: string, value: string])[] => [
  ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
  [ACTING_AS_HEADER, name],
  ...(groups.length > 0 ? [[ACTING_AS_GROUPS_HEADER, groups.join(',')] as const] : []),
]

/** Returns a `fetch` that acts as `actor()`, which is called for each request. */
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

/**
 * Reads JSON from `path`.
 * @throws Refusal when the response is not 2xx.
 */
export async function getJson<Value>(fetcher: typeof fetch, path: string, init?: RequestInit): Promise<Value> {
  const response = await fetcher(path, { headers: { accept: 'application/json' }, ...init })
  if (!response.ok) throw await readRefusal(response)
  return parseExactJson(await response.text()) as Value
}

/**
 * Posts `body` as JSON to `path` and reads the JSON response.
 * @throws Refusal when the response is not 2xx.
 */
export async function postJson<Value>(fetcher: typeof fetch, path: string, body: unknown): Promise<Value> {
  return getJson(fetcher, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: printExactJson(body as Json),
  })
}
