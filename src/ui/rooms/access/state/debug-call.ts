import { Refusal, readRefusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'

/** What was asked for, as far as it has come. The last value stays in view while a new one is waited for. */
export type Loaded<Value> =
  | { readonly type: 'none' }
  | { readonly type: 'waiting'; readonly value: Value | null }
  | { readonly type: 'ready'; readonly value: Value }
  | { readonly type: 'failed'; readonly value: Value | null; readonly message: string }

export const valueOf = <Value>(loaded: Loaded<Value>): Value | null => (loaded.type === 'none' ? null : loaded.value)

/** Calls a control; see {@link callDebug}. */
export type Call = <Value>(method: string, path: string, body?: unknown) => Promise<Value>

/** The controls of `/debug/` refuse with `{"message"}`, in words for the person. */
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

/** Calls a control. @throws Refusal whose message is the server's own. */
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

/** What went wrong, in words; a bug of ours is thrown on. */
export function failureWords(error: unknown): string {
  // A TypeError is fetch's word for a server that cannot be reached.
  if (error instanceof Refusal || error instanceof TypeError || error instanceof SyntaxError) return error.message
  throw error
}
