import { Refusal, readRefusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'

/** A value that is loaded from the server. The last value is kept while a new one is loading. */
export type Loaded<Value> =
  | { readonly type: 'none' }
  | { readonly type: 'waiting'; readonly value: Value | null }
  | { readonly type: 'ready'; readonly value: Value }
  | { readonly type: 'failed'; readonly value: Value | null; readonly message: string }

export const valueOf = <Value>(loaded: Loaded<Value>): Value | null => (loaded.type === 'none' ? null : loaded.value)

/** Calls a debug endpoint; see {@link callDebug}. */
export type Call = <Value>(method: string, path: string, body?: unknown) => Promise<Value>

/** Extracts the message of `{"message"}`, the format of refusals of `/debug/`. */
const toWords = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string')
      return value.message
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return text
}

/**
 * Calls a debug endpoint.
 * @throws Refusal with the server's message.
 */
export async function callDebug<Value>(
  fetcher: typeof fetch,
  method: string,
  path: string,
  body?: unknown,
): Promise<Value> {
  if (method === 'GET') return getJson<Value>(fetcher, path)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = body === undefined ? { method } : { method, body: text, headers: { 'content-type': 'application/json' } }
  const response = await fetcher(path, init)
  if (response.ok) return (await response.json()) as Value
  const refused = await readRefusal(response)
  throw new Refusal({ ...refused.status, message: toWords(refused.message) })
}

/** Returns the message of a failed request; rethrows programming errors. */
export function failureWords(error: unknown): string {
  // fetch throws a TypeError when the server cannot be reached.
  if (error instanceof Refusal || error instanceof TypeError || error instanceof SyntaxError) return error.message
  throw error
}
